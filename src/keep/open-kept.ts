import type { Backup, KeptSession } from "../backup/backup.ts";
import { isBackup, openBackup } from "../backup/open-backup.ts";
import type { BackupFault, OnFault } from "../backup/run-log.ts";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { backupFolder } from "./machine.ts";

/** Opens the backup that was named, or the user's own; refuses where there is none. */
export function openKept(
  context: OperationContext,
  named: string | undefined,
  onFault: OnFault = (fault) => context.note(faultText(fault)),
): Backup {
  const folder = requireBackup(context, named);
  const backup = openBackup(folder, onFault);
  if (backup === null) throw new Error(`"${folder}" is no longer a backup`);
  return backup;
}

/** The folder of the backup that was named, or of the user's own; refuses where there is none. */
export function requireBackup(context: OperationContext, named: string | undefined): string {
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
