import type { KeptSession } from "../backup/backup.ts";
import type { ChainState } from "../backup/chain-state.ts";
import { recordOf } from "../backup/open-backup.ts";
import { fileKey, type SessionRecord, sessionKey } from "../backup/records.ts";
import { listChains, readChain } from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { commitRemoval } from "./commit-removal.ts";
import { removeUnused } from "./remove-unused.ts";

/** How many bytes of each session were removed, and how much smaller the backup is. */
interface EarlierRemoved {
  readonly sessions: {
    readonly agent: string;
    readonly id: string;
    readonly title: string | null;
    readonly bytes: number;
  }[];
  readonly freed: number;
}

/**
 * Removes what was kept of sessions before their newest content, from all chains of a locked backup: a secret that was
 * taken out of a log is then in the backup no more.
 */
export async function forgetEarlier(
  context: OperationContext,
  backup: BackupFolder,
  { sessions, isDry }: { readonly sessions: readonly KeptSession[]; readonly isDry: boolean },
): Promise<EarlierRemoved> {
  const { folder } = backup;
  const keys = new Set(sessions.map(sessionKey));
  const removed = new Map<string, number>();
  const changed: ChainState[] = [];
  for (const chain of listChains(folder)) {
    const state = readChain(backup, chain, () => {});
    const own = [...state.sessions.values()].filter((each) => keys.has(sessionKey(each)));
    for (const session of own) {
      const bytes = dropEarlier(state, session);
      removed.set(sessionKey(session), (removed.get(sessionKey(session)) ?? 0) + bytes);
    }
    if (own.length > 0) changed.push(state);
  }
  const rows = sessions.map((session) => {
    const { agent, id, title } = session;
    return { agent, id, title, bytes: removed.get(sessionKey(session)) ?? 0 };
  });
  if (isDry) return { sessions: rows, freed: 0 };
  for (const state of changed) commitRemoval(context, backup, state, []);
  return { sessions: rows, freed: (await removeUnused(context, backup)).bytes };
}

/** Leaves each file of a session with its newest content only, and returns the bytes of the others. */
function dropEarlier(state: ChainState, session: SessionRecord): number {
  const { agent, files } = session;
  let bytes = 0;
  for (const key of files) {
    const file = recordOf(state, agent, key);
    if (file === undefined) continue;
    refuseOlderCopies(state, session, key);
    for (const id of file.earlier) bytes += state.versions.get(id)?.bytes ?? 0;
    state.files.set(fileKey(agent, file.place, file.path), { ...file, earlier: [] });
  }
  return bytes;
}

/** An older copy of a shared file, such as a database, is all that is left of a session that is gone. */
function refuseOlderCopies(state: ChainState, { agent, id }: SessionRecord, key: string): void {
  const current = recordOf(state, agent, key)?.current;
  for (const other of state.sessions.values()) {
    const at = other.agent === agent && other.id !== id ? other.files.indexOf(key) : -1;
    const version = other.gone?.versions[at];
    if (version === undefined || version === current) continue;
    const reason = `an older copy of ${key} has the deleted session "${other.id}", too`;
    throw new HoldallError(
      "E_PROTECTED",
      `Cannot forget earlier contents of session "${id}": ${reason}`,
      { cure: `restore that session, or \`holdall keep forget ${other.id}\` first` },
    );
  }
}
