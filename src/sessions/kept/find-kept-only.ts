import fs from "node:fs";
import type { Agent, AgentEnvironment, FoundSession } from "../../agents/agent.ts";
import type { AgentSession } from "../../agents/agent-session.ts";
import { type AgentId, isAgentId, loadAgent } from "../../agents/registry.ts";
import type { Backup, KeptSession } from "../../backup/backup.ts";
import { materialiseSession, placeOfFile } from "../../backup/materialise.ts";
import { mergeSessions } from "../../backup/merge-sessions.ts";
import { openBackup } from "../../backup/open-backup.ts";
import { listChains, listRuns } from "../../backup/run-log.ts";
import type { Keyring } from "../../backup/sealing.ts";
import { HoldallError } from "../../base/errors.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { undoneCopies } from "../handoff-record.ts";
import { localKeyring } from "./local-keys.ts";
import { knownMachine, usualBackup } from "./usual-backup.ts";

/** What was found at the agents, of one of them or of all. */
interface Present {
  readonly only: AgentId | null;
  readonly found: readonly AgentSession[];
}

/**
 * Kept sessions that no agent here has: deleted, or of another machine, but no copy whose handoff was undone here. Each
 * is read from a copy in a temporary folder, with its agent's own reader. Of one that was continued on several machines,
 * the newest.
 */
export async function findKeptOnly(
  context: OperationContext,
  environment: AgentEnvironment,
  { only, found }: Present,
): Promise<readonly AgentSession[]> {
  const backup = openKnown(context, environment);
  if (backup === null) return [];
  const own = knownMachine(environment);
  const taken = new Set(found.map(({ session }) => keyOf(session)));
  for (const each of backup.forgotten) taken.add(keyOf(each));
  const isUndone = undoneCopies(environment);
  const missing: AgentSession[] = [];
  for (const kept of mergeSessions(backup)) {
    const { agent: name } = kept;
    if (!isAgentId(name) || (only !== null && name !== only) || taken.has(keyOf(kept))) continue;
    const isOwn = kept.chain === own;
    if (isOwn && isUndone(kept)) continue;
    if (await isThere(kept, environment, isOwn)) continue;
    taken.add(keyOf(kept));
    const agent = readerOf(await loadAgent(name), backup, kept);
    const place = isOwn
      ? { state: "gone" as const, since: kept.gone?.missing_since ?? null }
      : { state: "elsewhere" as const, since: null };
    missing.push({ agent, session: describe(kept, backup), isStored: false, kept: place });
  }
  return missing;
}

function keyOf({ agent, id }: Pick<FoundSession, "agent" | "id">): string {
  return `${agent}/${id}`;
}

/**
 * Whether its file is at its agent, whatever the last run saw: it may have been deleted or restored since. In a database
 * it is only looked for by a run, because one that cannot be read would have lost everything.
 */
async function isThere(
  kept: KeptSession,
  environment: AgentEnvironment,
  isOwn: boolean,
): Promise<boolean> {
  const [main] = kept.files;
  if (main === undefined || main.kind === "database") return isOwn && kept.gone === null;
  const place = await placeOfFile(main, environment).catch(() => null);
  return place !== null && fs.existsSync(place);
}

function describe(
  { agent, id, cwd, bytes, modified_ms }: KeptSession,
  { folder: path }: Backup,
): FoundSession {
  return { agent, id, path, cwd, bytes, modified_ms, parent_id: null };
}

/** The agent with another way to open: a copy of the kept files, which is removed when the work ends. */
function readerOf(agent: Agent, backup: Backup, kept: KeptSession): Agent {
  return {
    ...agent,
    async open() {
      const { session } = await materialiseSession(backup, kept, createTemporaryFolder());
      return agent.open(session);
    },
  };
}

/** What was opened last: a server asks with every call, and runs are seldom. */
let opened: { readonly stamp: string; readonly backup: Backup | null } | null = null;

/** Opens the backup of this user, where there is one; what cannot be read of it is reported once. */
function openKnown(context: OperationContext, environment: AgentEnvironment): Backup | null {
  try {
    const folder = usualBackup(context, environment);
    const keyring = localKeyring(environment, folder);
    const stamp = stampOf(folder, keyring);
    if (opened?.stamp === stamp) return opened.backup;
    let faults = 0;
    let sealed = 0;
    const backup = openBackup({ folder, keyring }, ({ code }) => {
      if (code === "E_KEY") sealed++;
      else faults++;
    });
    if (faults > 0) context.note(unreadable(`${faults} of its records or packs are damaged`));
    if (sealed > 0) context.note(SEALED);
    opened = { stamp, backup };
    return backup;
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    context.note(unreadable(error.message));
    return null;
  }
}

function unreadable(state: string): string {
  return `Cannot list all kept sessions: ${state}; see \`holdall keep verify\``;
}

const SEALED =
  "Cannot list all kept sessions: some are sealed; `holdall keep now --identity FILE` opens them for this machine";

function stampOf(folder: string, { keys }: Keyring): string {
  const runs = listChains(folder).map((chain) => listRuns(folder, chain));
  return JSON.stringify([folder, runs, [...keys.keys()]]);
}
