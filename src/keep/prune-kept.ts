import fs from "node:fs";
import type * as z from "zod";
import type { KeptSession } from "../backup/backup.ts";
import { withBackupLock } from "../backup/lock.ts";
import { placeOfFile } from "../backup/materialise.ts";
import { openBackup } from "../backup/open-backup.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import { parseMoment } from "../runtime/moment.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { allSessions, type RemovedSessions, removeSessions } from "./forget-kept.ts";
import type { pruneInput } from "./inputs.ts";
import { findBackup } from "./open-kept.ts";
import { compareFile } from "./restore/compare-file.ts";
import { storedBytes } from "./stored-bytes.ts";

/**
 * Removes what nothing refers to, and sessions by age and size, the oldest first: only those that their agents still have
 * as they were kept. What exists nowhere else stays until it is forgotten by name.
 */
export async function pruneKept(
  context: OperationContext,
  { "older-than": age, "keep-size": size, "dry-run": isDry, ...named }: z.infer<typeof pruneInput>,
): Promise<RemovedSessions> {
  const backup = await findBackup(context, named);
  const before = age === undefined ? null : parseMoment(age, context.now()).getTime();
  return withBackupLock(backup.folder, async () => {
    const chosen =
      before === null && size === undefined ? [] : await choose(context, backup, { before, size });
    return removeSessions(context, backup, { sessions: chosen, isDry, isForGood: false });
  });
}

interface Bounds {
  readonly before: number | null;
  readonly size: number | undefined;
}

async function choose(
  context: OperationContext,
  backup: BackupFolder,
  { before, size }: Bounds,
): Promise<readonly KeptSession[]> {
  const all = allSessions(backup);
  const total = all.reduce((sum, session) => sum + bytesOf(session), 0);
  const stored = storedBytes(backup.folder);
  // What a session takes is known only for all of them together.
  const ratio = total === 0 ? 1 : stored / total;
  let left = stored;
  const chosen: KeptSession[] = [];
  for (const session of all.toSorted((one, other) => one.modified_ms - other.modified_ms)) {
    const isOld = before === null || session.modified_ms < before;
    const isTooMuch = size === undefined || left > size;
    if (!isOld || !isTooMuch || !(await isElsewhere(context, backup, session))) continue;
    chosen.push(session);
    left -= bytesOf(session) * ratio;
  }
  return chosen;
}

function bytesOf({ versions, files }: KeptSession): number {
  const earlier = files.flatMap((file) => file.earlier);
  return [...versions, ...earlier].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Whether the agent's store has every byte of a session; rows of a database and earlier contents count as not there. */
async function isElsewhere(
  context: OperationContext,
  place: BackupFolder,
  { gone, files, versions }: KeptSession,
): Promise<boolean> {
  const isSimple = files.every(({ kind, earlier }) => kind !== "database" && earlier.length === 0);
  const backup = openBackup(place);
  if (gone !== null || !isSimple || backup === null) return false;
  for (const [at, file] of files.entries()) {
    const target = await placeOfFile(file, agentEnvironment(context)).catch(() => null);
    const version = versions[at];
    if (target === null || version === undefined || !fs.existsSync(target)) return false;
    const state = await compareFile(backup, version, target);
    if (state !== "same" && state !== "newer") return false;
  }
  return true;
}
