import type { FoundSession, StoreFiles } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import type { Tombstone } from "../backup/backup.ts";
import type { ChainState } from "../backup/chain-state.ts";
import { recordOf } from "../backup/open-backup.ts";
import type { SessionRecord } from "../backup/records.ts";
import { listChains, readChain } from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { folderStamps } from "./file-stamp.ts";
import { type FoundSessions, keyOf } from "./find-all.ts";
import { absoluteOf, type StoreFile } from "./session-files.ts";
import { stampOf } from "./store-file.ts";

/** The agents' stores as they are now, beside what this machine kept of them. Nothing is read twice. */
export interface StoreView {
  readonly context: OperationContext;
  readonly backup: BackupFolder;
  readonly state: ChainState;
  readonly forgotten: ReadonlyMap<string, Tombstone>;
  readonly stamps: Map<string, string | null>;
  readonly folderStamp: (folder: string) => string;
  readonly stores: Map<string, StoreFiles>;
}

/** Opens the view of a backup in which this machine kept what the state shows. */
export function createStoreView(
  context: OperationContext,
  backup: BackupFolder,
  state: ChainState,
): StoreView {
  const others = listChains(backup.folder).filter((each) => each !== state.chain);
  const states = [state, ...others.map((each) => readChain(backup, each, () => {}))];
  return {
    context,
    backup,
    state,
    forgotten: new Map(states.flatMap(({ forgotten }) => [...forgotten])),
    stamps: new Map(),
    folderStamp: folderStamps(),
    stores: new Map(),
  };
}

/** Whether a session is left out; one that was pruned only as long as it is as it was. */
export function isForgotten(
  { forgotten }: StoreView,
  { agent, id, modified_ms }: FoundSession,
): boolean {
  const tombstone = forgotten.get(keyOf(agent, id));
  if (tombstone === undefined) return false;
  return tombstone.modified_ms === undefined || tombstone.modified_ms >= modified_ms;
}

/** The sessions that a session started, and those that they started. */
export function subAgentsOf(
  session: FoundSession,
  { started }: FoundSessions,
): readonly FoundSession[] {
  const all = new Set<FoundSession>();
  const add = (id: string) => {
    for (const each of started.get(keyOf(session.agent, id)) ?? []) {
      if (all.has(each)) continue;
      all.add(each);
      add(each.id);
    }
  };
  add(session.id);
  return [...all];
}

/** The store of the agent of a session. */
export function storeOf(view: StoreView, { agent }: AgentSession): StoreFiles {
  const known = view.stores.get(agent.id) ?? agent.storeFiles(agentEnvironment(view.context));
  view.stores.set(agent.id, known);
  return known;
}

/** What changes with a file or a database. */
export function stampIn(view: StoreView, absolute: string, kind: StoreFile["kind"]): string | null {
  const known = view.stamps.get(absolute);
  if (known !== undefined) return known;
  const stamp = stampOf(absolute, kind);
  // Only a database is asked for more than once.
  if (kind === "database") view.stamps.set(absolute, stamp);
  return stamp;
}

/** Whether all files of a session, and the names in its folders, are as they were at the last run. */
export function isUnchanged(
  view: StoreView,
  found: AgentSession,
  sessions: readonly FoundSession[],
  before: SessionRecord,
): boolean {
  if (before.gone !== null) return false;
  const { modified_ms, bytes, cwd, agent } = found.session;
  const isSame = before.modified_ms === modified_ms && before.bytes === bytes && before.cwd === cwd;
  if (!isSame) return false;
  const store = storeOf(view, found);
  const known = new Set<string>();
  for (const key of before.files) {
    const record = recordOf(view.state, agent, key);
    const absolute = absoluteOf(store, key);
    if (record === undefined || stampIn(view, absolute, record.kind) !== record.stamp) return false;
    known.add(absolute);
  }
  if (sessions.some(({ path: file }) => !known.has(file))) return false;
  return before.folders.every(([key, stamp]) => view.folderStamp(absoluteOf(store, key)) === stamp);
}
