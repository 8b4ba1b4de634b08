/** Uniting two backups: each gets what it lacks of the other, and nothing is overwritten. */

import path from "node:path";
import * as z from "zod";
import { type CopiedRuns, copyMissing } from "../../backup/copy-missing.ts";
import { isSealedBackup } from "../../backup/key-files.ts";
import { withBackupLock } from "../../backup/lock.ts";
import { mergeSessions } from "../../backup/merge-sessions.ts";
import { createBackup, openBackup } from "../../backup/open-backup.ts";
import { listChains } from "../../backup/run-log.ts";
import type { BackupFolder } from "../../backup/sealing.ts";
import { HoldallError } from "../../base/errors.ts";
import { requireParent } from "../../disk/write-atomically.ts";
import { parseSshPlace } from "../../programs/ssh/ssh-place.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { openKeyring } from "../keyring.ts";
import { backupFolder } from "../machine.ts";
import { withRemoteCopy } from "./remote-copy.ts";

/** With what a backup is united. */
export const syncInput = z.object({
  with: z
    .string()
    .min(1)
    .max(4096)
    .describe("Folder of the other backup, or ssh://HOST/FOLDER; created if it is not there"),
  from: z
    .string()
    .optional()
    .describe("Folder of this backup (default: your own)")
    .meta({ path: true, placeholder: "FOLDER" }),
});

const copiedSchema = () => z.object({ runs: z.number(), packs: z.number(), bytes: z.number() });

/** What was copied in each direction. */
export const syncedSchema = () =>
  z.object({
    folder: z.string(),
    with: z.string(),
    received: copiedSchema(),
    sent: copiedSchema(),
    sessions: z.number(),
    /** Sessions that were continued differently on several machines: each is kept as often. */
    diverged: z.array(z.object({ agent: z.string(), id: z.string(), heads: z.number() })),
    /** Machines whose runs differ in the two backups, so that nothing of theirs was copied. */
    differing: z.array(z.string()),
  });

/** Unites this backup with another one. */
export async function syncKept(
  context: OperationContext,
  { with: named, from }: z.output<typeof syncInput>,
): Promise<z.infer<ReturnType<typeof syncedSchema>>> {
  const folder = backupFolder(context, from);
  const remote = parseSshPlace(named, "unite with");
  const other = remote === null ? path.resolve(context.cwd, named) : named;
  if (other === folder) {
    throw new HoldallError("E_USAGE", `Cannot unite "${folder}" with itself`, {
      cure: "name the folder of another backup",
    });
  }
  createBackup(folder);
  const keyring = await openKeyring(context, folder);
  const { received, sent } = await withBackupLock(
    folder,
    () => {
      if (remote !== null)
        return withRemoteCopy(context, { folder, remote }, (copy) =>
          unite(context, { folder, keyring }, copy),
        );
      requireParent(other);
      createBackup(other);
      const both = () => unite(context, { folder, keyring }, other);
      return withBackupLock(other, both, context.lockWaitMs);
    },
    context.lockWaitMs,
  );
  return {
    folder,
    with: other,
    ...counts(received, sent),
    ...headsIn({ folder, keyring: await openKeyring(context, folder) }),
  };
}

/** What was copied in each direction. */
export interface Exchange {
  readonly received: CopiedRuns;
  readonly sent: CopiedRuns;
}

async function unite(
  { signal, progress }: OperationContext,
  { folder, keyring }: BackupFolder,
  other: string,
): Promise<Exchange> {
  requireSameSealing(folder, other);
  progress("receiving what is new there");
  const received = await copyMissing(other, folder, { signal, keyring });
  progress("sending what is new here");
  return { received, sent: await copyMissing(folder, other, { signal, keyring }) };
}

/** What is in the clear here must not get among what is sealed there, nor the other way round. */
function requireSameSealing(folder: string, other: string): void {
  const isEmpty = listChains(folder).length === 0 || listChains(other).length === 0;
  if (isSealedBackup(folder) === isSealedBackup(other) || isEmpty) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot unite "${folder}" with "${other}": only one is sealed`,
    {
      cure: "seal the other one first, with `holdall keep now --seal RECIPIENT`",
    },
  );
}

function counts(received: CopiedRuns, sent: CopiedRuns) {
  const countsOf = ({ runs, packs, bytes }: CopiedRuns) => ({ runs, packs, bytes });
  const differing = [...new Set([...received.differing, ...sent.differing])];
  return { received: countsOf(received), sent: countsOf(sent), differing };
}

function headsIn(found: BackupFolder) {
  const backup = openBackup(found, () => {}); // What is sealed is not counted.
  const heads = backup === null ? [] : mergeSessions(backup);
  const byKey = Map.groupBy(heads, ({ agent, id }) => `${agent}/${id}`);
  const diverged = [...byKey.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined || same.length < 2
      ? []
      : [{ agent: first.agent, id: first.id, heads: same.length }];
  });
  return { sessions: byKey.size, diverged };
}
