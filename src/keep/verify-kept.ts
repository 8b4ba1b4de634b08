import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Backup, FileVersion, KeptFile, KeptSession } from "../backup/backup.ts";
import { readKeyFiles } from "../backup/key-files.ts";
import { chainFolder, KEYS, PACKS, type RunName } from "../backup/layout.ts";
import { materialiseSession } from "../backup/materialise.ts";
import { mergeSessions } from "../backup/merge-sessions.ts";
import { openBackup } from "../backup/open-backup.ts";
import { partsOf, readBlock, verifyPack } from "../backup/pack-file.ts";
import { listPacks, readPartIndex } from "../backup/part-index.ts";
import type { RunRecord } from "../backup/records.ts";
import {
  type BackupFault,
  faultOf,
  listChains,
  listRuns,
  type OnFault,
  readChain,
  readRun,
  signaturePath,
} from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { readSigners } from "../bundles/disk/read-key-files.ts";
import { verifySignature } from "../bundles/signing/verify.ts";
import { createTemporaryFolder, removeTemporary } from "../disk/temporary.ts";
import { yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { localKeys } from "../sessions/kept/local-keys.ts";
import { knownMachine } from "../sessions/kept/usual-backup.ts";
import { keyOf } from "./find-all.ts";
import type { verifyInput } from "./inputs.ts";
import { describeKept, keptSessionSchema } from "./list-kept.ts";
import { findBackup } from "./open-kept.ts";
import { storesToday } from "./stores-today.ts";

/** The result of checking a backup. */
export const checkedSchema = () =>
  z.object({
    ok: z.boolean(),
    folder: z.string(),
    /** Runs whose records are there, and how many of them are signed. */
    runs: z.number(),
    signed_by: z.array(z.object({ run: z.number(), signer: z.string() })),
    sessions: z.number(),
    packs: z.number(),
    bytes: z.number(),
    /** Sealed records and packs whose keys are not known here: only their bytes were compared with their hashes. */
    sealed_only: z.number(),
    /** Sessions that their agents no longer have: as of the last run, and since then. */
    gone: z.array(keptSessionSchema()),
    missing_now: z.array(keptSessionSchema()),
    /** Logs of which an old part was changed. */
    rewritten: z.array(z.object({ agent: z.string(), path: z.string(), versions: z.number() })),
    faults: z.array(z.object({ code: z.string(), where: z.string(), message: z.string() })),
  });

/** The result of checking a backup. */
export type Checked = z.infer<ReturnType<typeof checkedSchema>>;

/** Checks every byte, the chains of runs, and that every session can be read by its agent's reader. */
export async function verifyKept(
  context: OperationContext,
  { signers, ...named }: z.infer<typeof verifyInput>,
): Promise<Checked> {
  const allowedSigners = readSigners(context.cwd, signers) ?? undefined;
  const faults: BackupFault[] = [];
  const onFault = (fault: BackupFault) => void faults.push(fault);
  const found = await findBackup(context, named);
  const { folder } = found;
  const skipSealed: OnFault = (fault) => void (fault.code === "E_KEY" || onFault(fault));
  const backup = openBackup(found, skipSealed);
  if (backup === null) throw new Error(`"${folder}" is no longer a backup`);
  await verifyKeys(context, backup, { onFault, identities: named.identity ?? [] });
  const chains = verifyChains(context, backup, { onFault, allowedSigners });
  const checked = await verifyPacks(context, backup, onFault);
  verifyVersions(backup, checked, onFault);
  if (faults.length === 0) await readAll(context, backup, onFault);
  const today = await storesToday(context, backup);
  const describe = describeKept(context, backup, today);
  const own = knownMachine(agentEnvironment(context));
  const isMissing = ({ agent, id }: KeptSession) => today?.gone.has(keyOf(agent, id)) ?? false;
  return {
    ok: faults.length === 0,
    folder,
    runs: chains.runs,
    signed_by: chains.signed_by,
    sealed_only: chains.sealed + checked.sealed,
    sessions: mergeSessions(backup).length,
    packs: checked.packs,
    bytes: checked.bytes,
    gone: backup.sessions.filter(({ gone }) => gone !== null).map(describe),
    missing_now: backup.sessions
      .filter((each) => each.chain === own && each.gone === null && isMissing(each))
      .map(describe),
    rewritten: rewrittenFiles(backup),
    faults: distinct(faults).map(({ code, where, message }) => ({ code, where, message })),
  };
}

/** A damaged record is met more than once. */
function distinct(faults: readonly BackupFault[]): readonly BackupFault[] {
  return [...new Map(faults.map((fault) => [`${fault.where} ${fault.message}`, fault])).values()];
}

interface KeyCheck {
  readonly onFault: OnFault;
  readonly identities: readonly string[];
}

/** The keys that this machine created must be there as it wrote them; with an identity, those for it must open. */
async function verifyKeys(
  context: OperationContext,
  { folder, keyring }: BackupFolder,
  { onFault, identities }: KeyCheck,
): Promise<void> {
  const there = new Map(readKeyFiles(folder).map(({ id, bytes }) => [id, bytes]));
  for (const { id, own } of localKeys(agentEnvironment(context))) {
    if (own?.folder !== folder || there.get(id)?.equals(own.sealed)) continue;
    const message = "the key is missing or was changed: nobody else could open the backup";
    onFault({ code: "E_DIGEST", where: `${KEYS}/${id}.age`, message });
  }
  if (identities.length === 0) return;
  for (const id of there.keys()) {
    if (!keyring.keys.has(id)) context.note(`None of the identities opens ${KEYS}/${id}.age`);
  }
}

interface ChainCheck {
  readonly onFault: OnFault;
  readonly allowedSigners: string | undefined;
}

/**
 * Each record must name the one before it. The first that is there may only begin a chain, describe everything, or be
 * one that a removal has left over which was killed: the next run removes it.
 */
function verifyChains(
  context: OperationContext,
  backup: BackupFolder,
  { onFault, allowedSigners }: ChainCheck,
): Pick<Checked, "runs" | "signed_by"> & { readonly sealed: number } {
  const { folder } = backup;
  const signed_by: Checked["signed_by"] = [];
  let runs = 0;
  let sealed = 0;
  for (const chain of listChains(folder)) {
    const { baseSequence } = readChain(backup, chain, () => {}); // Its faults are known.
    const names = listRuns(folder, chain);
    const newestFull = names.findLast(({ isFull }) => isFull);
    let before: RunName | null = null;
    for (const name of names) {
      runs++;
      const where = `runs/${chain}/${name.name}`;
      try {
        const record = readUnlessSealed(backup, chain, name);
        if (record === null) sealed++;
        // A sealed record does not show whether a removal wrote it: each that describes everything may be one.
        const base = record === null ? newestFull?.sequence : baseSequence;
        const isLeftOver = before === null && name.sequence < (base ?? 0);
        if (!isLeftOver && !follows(record, name, before)) {
          const message =
            "the record does not follow the one before it: a run is missing or was added";
          onFault({ code: "E_CHAIN", where, message });
        }
        const signature = signaturePath(folder, chain, name.name);
        if (fs.existsSync(signature)) {
          const message = fs.readFileSync(path.join(chainFolder(folder, chain), name.name));
          const armored = fs.readFileSync(signature, "utf8");
          const check = verifySignature({ message, armored, allowedSigners, now: context.now() });
          const { ok, reason = "", fingerprint, principal } = check;
          if (!ok) onFault({ code: "E_SIGNATURE", where: `${where}.sig`, message: reason });
          else signed_by.push({ run: name.sequence, signer: principal ?? fingerprint ?? "" });
        }
      } catch (error) {
        onFault(faultOf(error, where)); // What follows a damaged record follows its name.
      }
      before = name;
    }
  }
  return { runs, signed_by, sealed };
}

/** A record; null for one that is sealed, of which the bytes are those of its hash. */
function readUnlessSealed(backup: BackupFolder, chain: string, name: RunName): RunRecord | null {
  try {
    return readRun(backup, chain, name).record;
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_KEY") return null;
    throw error;
  }
}

/** Whether a record follows another one, or may be the first. Of a sealed one only its number is known. */
function follows(
  record: RunRecord | null,
  { sequence, isFull }: RunName,
  before: Pick<RunName, "sequence" | "hash"> | null,
): boolean {
  if (before === null) return isFull || sequence === 1;
  return record === null ? sequence === before.sequence + 1 : record.previous === before.hash;
}

interface CheckedPacks {
  readonly packs: number;
  readonly bytes: number;
  /** Packs whose keys are not known. */
  readonly sealed: number;
  /** Packs that the system does not let us read. */
  readonly unreadable: number;
  /** Parts whose bytes are those of their hash. */
  readonly parts: ReadonlySet<string>;
}

async function verifyPacks(
  context: OperationContext,
  backup: BackupFolder,
  onFault: OnFault,
): Promise<CheckedPacks> {
  const { folder } = backup;
  const parts = new Set<string>();
  let bytes = 0;
  let sealed = 0;
  let unreadable = 0;
  const { packs } = readPartIndex(backup, (fault) => {
    if (fault.code === "E_IO") unreadable++;
    if (fault.code === "E_KEY") sealed++;
    else onFault(fault);
  });
  const all = listPacks(folder);
  for (const pack of all) {
    const blocks = packs.get(pack) ?? [];
    context.signal.throwIfAborted();
    context.progress(`checked ${parts.size} parts`);
    const where = `${PACKS}/${pack}.pack`;
    try {
      bytes += verifyPack(folder, pack);
    } catch (error) {
      onFault(faultOf(error, where));
    }
    for (const block of blocks) {
      try {
        const unpacked = readBlock(backup, pack, block);
        for (const { hash, start, bytes: size } of partsOf(block)) {
          if (sha256(unpacked.subarray(start, start + size)) === hash) parts.add(hash);
        }
      } catch (error) {
        onFault(faultOf(error, where));
      }
      await yieldToEventLoop();
    }
  }
  return { packs: all.length, bytes, parts, sealed, unreadable };
}

/** Names every file of a session that cannot be given back as it was. */
function verifyVersions(
  { sessions }: Backup,
  { parts, unreadable }: CheckedPacks,
  onFault: OnFault,
): void {
  const fault =
    unreadable > 0
      ? ({ code: "E_IO", message: "bytes of this file cannot be read or are missing" } as const)
      : ({ code: "E_DIGEST", message: "bytes of this file are damaged or missing" } as const);
  const isComplete = (version: FileVersion) => version.parts.every(({ hash }) => parts.has(hash));
  for (const session of sessions) {
    for (const [at, file] of session.files.entries()) {
      const version = session.versions[at];
      const all = [...(version === undefined ? [] : [version]), ...file.earlier];
      if (all.every(isComplete)) continue;
      const where = `${nameOf(session)}, ${file.place}/${file.path}`;
      onFault({ ...fault, where });
    }
  }
}

function nameOf({ agent, id }: KeptSession): string {
  return `${agent} ${id}`;
}

/** Reads every session with its agent's reader; those of one database are laid out once. */
async function readAll(context: OperationContext, backup: Backup, onFault: OnFault): Promise<void> {
  const groups = Map.groupBy(backup.sessions, groupOf);
  let done = 0;
  for (const sessions of groups.values()) {
    const folder = createTemporaryFolder();
    try {
      for (const session of sessions) {
        context.signal.throwIfAborted();
        context.progress(`read ${++done} of ${backup.sessions.length} sessions`);
        await readOne(backup, session, folder).catch((error: unknown) => {
          onFault(faultOf(error, nameOf(session)));
        });
      }
    } finally {
      removeTemporary(folder);
    }
  }
}

function groupOf({ chain, agent, id, files, versions }: KeptSession): string {
  const isDatabase = files[0]?.kind === "database";
  return isDatabase ? `${chain}/${agent}/${versions[0]?.id}` : `${chain}/${agent}/${id}`;
}

async function readOne(backup: Backup, session: KeptSession, folder: string): Promise<void> {
  const { agent, session: found } = await materialiseSession(backup, session, folder);
  await agent.read(await agent.open(found));
}

function rewrittenFiles({ sessions }: Backup): Checked["rewritten"] {
  const files = new Set<KeptFile>(sessions.flatMap((session) => session.files));
  return [...files]
    .filter(({ earlier }) => earlier.length > 0)
    .map(({ agent, place, path: name, earlier }) => {
      return { agent, path: `${place}/${name}`, versions: earlier.length };
    });
}
