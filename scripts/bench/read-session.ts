/** Reads one session to its index and accounting, for a look at the memory that takes. */
import { agents } from "../../src/agents/registry.ts";
import { writtenAgents } from "./agent-session.ts";

/** Reads a session with the agent's own reader; returns how many records were accounted for. */
export async function readSession(agent: keyof typeof agents, path: string): Promise<number> {
  const { default: reader } = await agents[agent]();
  const session = await reader.recognise(path);
  if (session === null) throw new Error(`Cannot read "${path}": not a session of ${agent}`);
  const { accounting } = await reader.read(await reader.open(session));
  if (accounting.lost > 0 || accounting.transcript === 0) throw new Error("Records were lost");
  return accounting.records;
}

if (import.meta.main) {
  const [name, path = ""] = process.argv.slice(2);
  const agent = writtenAgents.find((each) => each === name);
  if (agent === undefined) throw new Error("Name an agent and a file");
  await readSession(agent, path);
}
