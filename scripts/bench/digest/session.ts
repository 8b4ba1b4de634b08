import type { Agent } from "../../../src/agents/agent.ts";
import { agentIds, loadAgent } from "../../../src/agents/registry.ts";
import type { TranscriptHeader, TranscriptItem } from "../../../src/model/transcript.ts";

/** A session read into memory: the logs of the bench are small. */
export interface LoadedSession {
  readonly agent: Agent;
  readonly header: TranscriptHeader;
  readonly items: readonly TranscriptItem[];
}

/** Reads a session with the reader of the agent that recognises it. */
export async function loadSession(path: string): Promise<LoadedSession> {
  for (const id of agentIds) {
    const agent = await loadAgent(id);
    const found = await agent.recognise(path).catch(() => null); // Not a file of this agent.
    if (found === null) continue;
    const session = await agent.read(await agent.open(found));
    return { agent, header: session.header, items: await Array.fromAsync(session.items()) };
  }
  throw new Error(`Cannot read "${path}": no agent recognises it`);
}
