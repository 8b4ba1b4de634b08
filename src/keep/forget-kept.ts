import * as z from "zod";
import type { Backup, KeptSession, Tombstone } from "../backup/backup.ts";
import { withBackupLock } from "../backup/lock.ts";
import { openBackup, sessionsOf } from "../backup/open-backup.ts";
import { sessionKey } from "../backup/records.ts";
import { listChains, readChain } from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { commitRemoval } from "./commit-removal.ts";
import { forgetEarlier } from "./forget-earlier.ts";
import type { forgetInput } from "./inputs.ts";
import { goneFilter } from "./list-kept.ts";
import { findBackup, findKept } from "./open-kept.ts";
import { type Removed, removeUnused } from "./remove-unused.ts";
import { storesToday } from "./stores-today.ts";

/** What was removed from a backup. */
export const removedSchema = () =>
  z.object({
    dry_run: z.boolean(),
    folder: z.string(),
    /** Whether only earlier contents of the sessions were removed. */
    earlier: z.boolean(),
    sessions: z.array(
      z.object({
        agent: z.string(),
        id: z.string(),
        title: z.string().nullable(),
        bytes: z.number(),
      }),
    ),
    /** How much smaller the backup is. */
    freed: z.number(),
  });

/** What was removed from a backup. */
export type RemovedSessions = z.infer<ReturnType<typeof removedSchema>>;

/** Removes sessions for good: their bytes go, and they are not kept again. Or only what they were before. */
export async function forgetKept(
  context: OperationContext,
  { sessions: names, "dry-run": isDry, earlier, force, ...named }: z.infer<typeof forgetInput>,
): Promise<RemovedSessions> {
  const backup = await findBackup(context, named);
  return withBackupLock(backup.folder, async () => {
    const opened = openBackup(backup);
    const sessions = names.map((name) => findKept(opened?.sessions ?? [], name));
    if (earlier) {
      const removed = await forgetEarlier(context, backup, { sessions, isDry });
      return { dry_run: isDry, folder: backup.folder, earlier, ...removed };
    }
    sessions.forEach(refuseRows);
    if (!force) await refuseLast(context, opened, sessions);
    return removeSessions(context, backup, { sessions, isDry, isForGood: true });
  });
}

/** Rows of one session cannot be taken out of a copy of a database. */
function refuseRows({ id, agent, files, gone }: KeptSession): void {
  if (gone !== null || files[0]?.kind !== "database") return;
  const state = `it is in the database of ${agent}, of which all is kept`;
  throw new HoldallError("E_PROTECTED", `Cannot forget session "${id}": ${state}`, {
    cure: "delete it in its agent, run `holdall keep now`, then forget it with --force",
  });
}

/** What its agent no longer has is only here, and cannot be put back from anywhere. */
async function refuseLast(
  context: OperationContext,
  backup: Backup | null,
  sessions: readonly KeptSession[],
): Promise<void> {
  const isGone = goneFilter(context, backup && (await storesToday(context, backup)));
  const last = sessions.find(isGone);
  if (last === undefined) return;
  const message = `Cannot forget session "${last.id}": it exists nowhere else`;
  throw new HoldallError("E_PROTECTED", message, {
    cure: "add --force to lose it, or put it back first with `holdall keep restore`",
  });
}

interface Removal {
  readonly sessions: readonly KeptSession[];
  readonly isDry: boolean;
  /** Whether they stay away also when they are written to again. */
  readonly isForGood: boolean;
}

/** Removes sessions from all chains of a locked backup, and the bytes that only they had. */
export async function removeSessions(
  context: OperationContext,
  backup: BackupFolder,
  { sessions, isDry, isForGood }: Removal,
): Promise<RemovedSessions> {
  const { folder } = backup;
  const rows = sessions.map(({ agent, id, title, versions }) => {
    return { agent, id, title, bytes: versions.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  const result = { dry_run: isDry, folder, earlier: false, sessions: rows };
  if (isDry) return { ...result, freed: 0 };
  const at = context.now().toISOString();
  const keys = new Map(sessions.map((each) => [sessionKey(each), each]));
  for (const chain of listChains(folder)) {
    const state = readChain(backup, chain, () => {});
    const own = [...keys].filter(([key]) => state.sessions.has(key));
    if (own.length === 0) continue;
    const forgotten = own.map(([, { agent, id, modified_ms }]): Tombstone => {
      return { agent, id, at, ...(isForGood ? {} : { modified_ms }) };
    });
    commitRemoval(context, backup, state, forgotten);
  }
  const removed: Removed = await removeUnused(context, backup);
  return { ...result, freed: removed.bytes };
}

/** All sessions of a locked backup. */
export function allSessions(backup: BackupFolder): readonly KeptSession[] {
  const chains = listChains(backup.folder);
  return chains.flatMap((chain) => sessionsOf(readChain(backup, chain, () => {})));
}
