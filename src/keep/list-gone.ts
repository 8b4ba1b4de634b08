import { basename, sep } from "node:path";
import type { ChainState } from "../backup/chain-state.ts";
import { recordOf } from "../backup/open-backup.ts";
import type { SessionRecord } from "../backup/records.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { UnreadableStore } from "../sessions/agent-sessions.ts";
import { readCheck } from "./last-check.ts";

/** The run in which something is found to be gone. */
interface CurrentRun {
  readonly context: Pick<OperationContext, "now">;
  readonly backup: BackupFolder;
  readonly state: ChainState;
}

/** Sessions that are no longer in their agents' stores, with the contents that they had last. */
export function listGone(
  run: CurrentRun,
  seen: ReadonlySet<string>,
  unreadable: readonly UnreadableStore[],
): readonly SessionRecord[] {
  const mayBeThere = createUnreadFilter(unreadable);
  return [...run.state.sessions]
    .filter(([key, session]) => session.gone === null && !seen.has(key) && !mayBeThere(session))
    .map(([, session]) => asGone(run, session));
}

/** A session as one that its agent has no more. */
export function asGone(
  { state, backup: { folder }, context }: CurrentRun,
  session: SessionRecord,
): SessionRecord {
  const missing_since = context.now().toISOString();
  const last_seen_at = readCheck(folder, state.chain) ?? state.runs.at(-1)?.at ?? missing_since;
  const records = session.files.map((each) => recordOf(state, session.agent, each));
  const versions = records.flatMap((record) => record?.current ?? []);
  return { ...session, gone: { last_seen_at, missing_since, versions } };
}

/** Whether a session that was not found may still be there: in a store, or only in a file, that cannot be read. */
function createUnreadFilter(
  unreadable: readonly UnreadableStore[],
): (session: Pick<SessionRecord, "agent" | "files">) => boolean {
  const unreadStores = new Set<string>();
  const pathsByFile = new Map<string, string[]>();
  for (const { agent, files } of unreadable) {
    if (files === null) unreadStores.add(agent);
    for (const file of files ?? []) {
      const key = `${agent}/${basename(file)}`;
      const paths = pathsByFile.get(key) ?? [];
      pathsByFile.set(key, paths);
      paths.push(file.replaceAll(sep, "/"));
    }
  }
  return ({ agent, files }) => {
    if (unreadStores.has(agent)) return true;
    // The key of a file is its place and its path below that.
    const paths = files.map((key) => key.slice(key.indexOf("/")));
    return paths.some((path) =>
      (pathsByFile.get(`${agent}/${basename(path)}`) ?? []).some((file) => file.endsWith(path)),
    );
  };
}
