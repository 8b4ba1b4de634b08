import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment, FoundSession } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import { isAgentId, loadAgent } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { placeFault } from "../base/paths.ts";
import { pathInside } from "../disk/path-inside.ts";
import type { Backup, KeptFile, KeptSession } from "./backup.ts";
import { layOutFile } from "./lay-out-file.ts";

/**
 * Lays out a session in an empty folder as its agent keeps it below a home folder, so that the agent's reader finds it:
 * `agent.read(await agent.open(session))` reads it as it was kept.
 */
export async function materialiseSession(
  backup: Backup,
  kept: KeptSession,
  folder: string,
): Promise<AgentSession> {
  const environment = { home: folder, env: {} };
  for (const [at, file] of kept.files.entries()) {
    const target = await placeOfFile(file, environment);
    const version = kept.versions[at];
    // Sessions that are laid out in one folder may share a file.
    if (version === undefined || fs.existsSync(target)) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    await layOutFile(backup, version, target);
  }
  return findMaterialised(kept, environment);
}

/** Where a kept file belongs in an environment; refuses one that is no file of a session there. */
export async function placeOfFile(
  { agent: name, place, path: relative }: Pick<KeptFile, "agent" | "place" | "path">,
  environment: AgentEnvironment,
): Promise<string> {
  const agent = await loadKeptAgent(name);
  const found = Object.entries(agent.storeFiles(environment).places).find(([key]) => key === place);
  const store = found?.[1];
  if (store !== undefined && placeFault(relative) === null && store.paths.test(relative)) {
    return pathInside(store.folder, relative); // No link in the store leads it elsewhere.
  }
  const state = `it is no file of a session of ${agent.displayName}`;
  throw new HoldallError("E_PATH", `Cannot restore "${place}/${relative}": ${state}`, {
    cure: "check where the backup comes from; the other sessions of it can be restored",
  });
}

/** The agent of a kept session. */
export async function loadKeptAgent(name: string): Promise<AgentSession["agent"]> {
  if (isAgentId(name)) return loadAgent(name);
  throw new HoldallError("E_VERSION", `Cannot read sessions of "${name}": no such agent is known`, {
    cure: "install a newer version of Holdall",
  });
}

async function findMaterialised(
  kept: KeptSession,
  environment: AgentEnvironment,
): Promise<AgentSession> {
  const agent = await loadKeptAgent(kept.agent);
  const [main] = kept.files;
  const file = main === undefined ? null : await placeOfFile(main, environment);
  const session = file === null ? null : await sessionIn(agent, file, kept);
  if (session !== null) {
    const { agent_id: id, cwd = session.cwd } = kept;
    return { agent, session: { ...session, id, cwd }, isStored: false };
  }
  const name = `session "${kept.id}" of ${agent.displayName}`;
  throw new HoldallError(
    "E_FORMAT",
    `Cannot read kept ${name}: its agent's reader does not find it`,
  );
}

async function sessionIn(
  agent: AgentSession["agent"],
  file: string,
  { agent_id: id }: KeptSession,
): Promise<FoundSession | null> {
  const all = (await agent.sessionsAt?.(file)) ?? [];
  return all.find((each) => each.id === id) ?? agent.recognise(file);
}
