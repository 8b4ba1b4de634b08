import * as z from "zod";
import type { KeptSession } from "../backup/backup.ts";
import { isSealedBackup } from "../backup/key-files.ts";
import { mergeSessions } from "../backup/merge-sessions.ts";
import { isBackup, openBackup } from "../backup/open-backup.ts";
import type { BackupFault } from "../backup/run-log.ts";
import { NO_KEYS } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { openKeyring } from "./keyring.ts";
import { readCheck } from "./last-check.ts";
import { describeKept, type ListedSession } from "./list-kept.ts";
import { backupFolder } from "./machine.ts";
import { faultText, type NamedBackup } from "./open-kept.ts";
import { storedBytes } from "./stored-bytes.ts";
import { storesToday, unkeptSchema } from "./stores-today.ts";

const groupSchema = z.object({
  name: z.string().nullable(),
  sessions: z.number(),
  gone: z.number(),
  /** Bytes of their files, before compression. */
  bytes: z.number(),
});
type Group = z.infer<typeof groupSchema>;

/** What is in a backup. */
export const keepStatusSchema = () =>
  z.object({
    folder: z.string(),
    exists: z.boolean(),
    sessions: z.number(),
    /** Sessions that exist only here: their agents no longer have them. */
    gone: z.number(),
    /** When the first of them was kept. */
    since: z.string().nullable(),
    /** What the backup takes. */
    stored: z.number(),
    now: z.string(),
    /** Whether what is written there is sealed, and how many records have no key here. */
    sealed: z.boolean(),
    unread: z.number(),
    /** Null where a seal hides what is kept, and where this machine never kept anything. */
    unkept: unkeptSchema().nullable(),
    machines: z.array(
      z.object({
        host: z.string(),
        runs: z.number(),
        last_run_at: z.string(),
        checked_at: z.string(),
      }),
    ),
    agents: z.array(groupSchema),
    folders: z.array(groupSchema),
  });

/** What is in a backup. */
export type KeepStatus = z.infer<ReturnType<typeof keepStatusSchema>>;

/** Describes a backup: what is kept by agent and folder, and when that was last done. */
export async function keepStatus(
  context: OperationContext,
  { from, identity }: NamedBackup,
): Promise<KeepStatus> {
  const folder = backupFolder(context, from);
  const now = context.now().toISOString();
  let unread = 0;
  const onFault = (fault: BackupFault) => {
    if (fault.code === "E_KEY") unread++;
    else context.note(faultText(fault));
  };
  const keyring = isBackup(folder) ? await openKeyring(context, folder, identity) : NO_KEYS;
  const backup = openBackup({ folder, keyring }, onFault);
  if (backup === null) {
    return {
      folder,
      exists: false,
      ...NOTHING,
      stored: 0,
      now,
      sealed: false,
      unread,
      unkept: (await storesToday(context, { folder, keyring }))?.unkept ?? null,
      machines: [],
      agents: [],
      folders: [],
    };
  }
  const today = await storesToday(context, backup);
  const sessions = mergeSessions(backup).map(describeKept(context, backup, today));
  const machines = [...Map.groupBy(backup.runs, ({ chain }) => chain)].flatMap(([chain, runs]) => {
    const last = runs.at(-1);
    if (last === undefined) return [];
    const { host, sequence, at } = last;
    return [{ host, runs: sequence, last_run_at: at, checked_at: readCheck(folder, chain) ?? at }];
  });
  return {
    folder,
    exists: true,
    sessions: sessions.length,
    gone: sessions.filter(({ state }) => state === "gone").length,
    since: sessions.map(({ kept_since }) => kept_since).sort()[0] ?? null,
    stored: storedBytes(folder),
    now,
    sealed: isSealedBackup(folder),
    unread,
    unkept: today?.unkept ?? null,
    machines,
    agents: groupsOf(sessions, ({ agent }) => agent),
    folders: groupsOf(sessions, ({ cwd }) => cwd),
  };
}

const NOTHING = { sessions: 0, gone: 0, since: null };

function groupsOf(
  sessions: readonly ListedSession[],
  nameOf: (session: ListedSession) => KeptSession["cwd"],
): Group[] {
  const groups = [...Map.groupBy(sessions, nameOf)].map(([name, list]) => ({
    name,
    sessions: list.length,
    gone: list.filter(({ state }) => state === "gone").length,
    bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  return groups.sort((left, right) => right.bytes - left.bytes);
}
