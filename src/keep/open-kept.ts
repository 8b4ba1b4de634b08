import type { Backup, KeptSession } from "../backup/backup.ts";
import { isBackup, openBackup } from "../backup/open-backup.ts";
import type { BackupFault } from "../backup/run-log.ts";
import { type BackupFolder, sealed } from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { openKeyring } from "./keyring.ts";
import { backupFolder } from "./machine.ts";

/** Which backup is meant, and what opens a sealed one. */
export interface NamedBackup {
  readonly from?: string | undefined;
  readonly identity?: readonly string[] | undefined;
}

/**
 * Opens the backup that was named, or the user's own; refuses where there is none, and one that is sealed and of which
 * nothing can be read.
 */
export async function openKept(context: OperationContext, named: NamedBackup): Promise<Backup> {
  const found = await findBackup(context, named);
  let isSealed = false;
  const backup = openBackup(found, (fault) => {
    if (fault.code === "E_KEY") isSealed = true;
    else context.note(faultText(fault));
  });
  if (backup === null) throw new Error(`"${found.folder}" is no longer a backup`);
  if (isSealed && backup.sessions.length === 0) throw sealed(`"${found.folder}"`);
  if (isSealed) context.note("Some kept sessions are sealed; add --identity FILE to see them");
  return backup;
}

/** The backup that was named with the keys that are known; refuses where there is none. */
export async function findBackup(
  context: OperationContext,
  { from, identity }: NamedBackup,
): Promise<BackupFolder> {
  const folder = requireBackup(context, from);
  return { folder, keyring: await openKeyring(context, folder, identity) };
}

function requireBackup(context: OperationContext, named: string | undefined): string {
  const folder = backupFolder(context, named);
  if (isBackup(folder)) return folder;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find kept sessions in "${folder}": nothing was kept there`,
    {
      cure: "run `holdall keep now` first, or name the folder with --from",
    },
  );
}

/** A fault of a backup as a sentence. */
export function faultText({ code, where, message }: BackupFault): string {
  return `${code}  ${where}: ${message}`;
}

/** The kept session with an id or its beginning; of one that several machines continued, the newest. */
export function findKept(sessions: readonly KeptSession[], wanted: string): KeptSession {
  const exact = sessions.find(({ id }) => id === wanted);
  const fitting = sessions.filter(({ id }) => id.startsWith(wanted));
  const [first] = fitting;
  if (exact !== undefined) return exact;
  if (first !== undefined && new Set(fitting.map(({ id }) => id)).size === 1) return first;
  const state =
    first === undefined
      ? "no kept session has this id"
      : `ambiguous prefix; it matches ${fitting.length}`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find kept session "${wanted}": ${state}`, {
    cure: "see `holdall keep list --all`",
  });
}
