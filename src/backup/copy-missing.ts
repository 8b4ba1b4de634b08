import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import { createFile, createFolders } from "../durable/files.ts";
import { placeKey, readKeyFiles } from "./key-files.ts";
import { chainFolder, packPath, type RunName } from "./layout.ts";
import { partsOf, readPack } from "./pack-file.ts";
import { listPacks, readPartIndex } from "./part-index.ts";
import {
  listChains,
  listRuns,
  type OnFault,
  readChain,
  readRun,
  signaturePath,
} from "./run-log.ts";
import type { BackupFolder, Keyring } from "./sealing.ts";

/** What one backup got from another one. */
export interface CopiedRuns {
  readonly runs: number;
  readonly packs: number;
  readonly bytes: number;
  /** Machines whose runs differ in the two, as after a removal in one of them: nothing of theirs was copied. */
  readonly differing: readonly string[];
}

/**
 * Copies to a backup the runs that it lacks, with the packs that these need: packs first, then runs in their order, so
 * that it is complete whenever this ends. Nothing that is there is changed, and every byte is checked before it is copied.
 */
export async function copyMissing(
  from: string,
  to: string,
  { signal, keyring }: { readonly signal: AbortSignal; readonly keyring: Keyring },
): Promise<CopiedRuns> {
  const known = new Set(readKeyFiles(to).map(({ id }) => id));
  for (const key of readKeyFiles(from)) if (!known.has(key.id)) placeKey(to, key);
  const differing: string[] = [];
  const plans: { readonly chain: string; readonly runs: readonly RunName[] }[] = [];
  for (const chain of listChains(from)) {
    const runs = missingRuns(listRuns(from, chain), listRuns(to, chain));
    if (runs === null) differing.push(chain);
    else if (runs.length > 0) plans.push({ chain, runs });
  }
  let packs = 0;
  let bytes = 0;
  for (const pack of neededPacks(
    { folder: from, keyring },
    { folder: to, keyring },
    plans.map(({ chain }) => chain),
  )) {
    signal.throwIfAborted();
    const content = readPack(from, pack);
    place(packPath(to, pack), content);
    packs++;
    bytes += content.length;
    await yieldToEventLoop();
  }
  let runs = 0;
  for (const plan of plans) {
    for (const run of plan.runs) {
      signal.throwIfAborted();
      copyRun({ folder: from, keyring }, to, { chain: plan.chain, run });
      runs++;
    }
  }
  return { runs, packs, bytes, differing };
}

/**
 * The runs of a machine that come after those of another list; null where the two lists differ, or a run between them is
 * missing.
 */
function missingRuns(
  source: readonly RunName[],
  target: readonly RunName[],
): readonly RunName[] | null {
  const known = new Map(target.map(({ sequence, hash }) => [sequence, hash]));
  const isOther = ({ sequence, hash }: RunName) =>
    known.has(sequence) && known.get(sequence) !== hash;
  if (source.some(isOther)) return null;
  const last = target.at(-1)?.sequence ?? 0;
  const later = source.filter(({ sequence }) => sequence > last);
  const [first] = later;
  if (first === undefined || last === 0 || first.sequence === last + 1) return later;
  return null;
}

/** The packs of a backup with parts that machines need and another backup lacks. */
function neededPacks(
  from: BackupFolder,
  to: BackupFolder,
  chains: readonly string[],
): readonly string[] {
  if (chains.length === 0) return [];
  let isSealed = false;
  const refuse: OnFault = ({ code, where }) => {
    if (code === "E_KEY") {
      isSealed = true;
      return;
    }
    const { folder } = from;
    throw new HoldallError("E_DIGEST", `Cannot copy from "${folder}": ${where} is damaged`, {
      cure: `see \`holdall keep verify --from ${folder}\``,
    });
  };
  const versions = chains.flatMap((chain) => [...readChain(from, chain, refuse).versions.values()]);
  const there = readPartIndex(to, () => {}); // What cannot be read there is copied again.
  if (isSealed) return otherPacks(from.folder, to.folder);
  const needed = new Set(
    versions.flatMap(({ parts }) =>
      parts.map(({ hash }) => hash).filter((hash) => !there.has(hash)),
    ),
  );
  if (needed.size === 0) return [];
  const packs = [...readPartIndex(from, refuse).packs];
  const isNeeded = (blocks: (typeof packs)[number][1]) =>
    blocks.some((block) => [...partsOf(block)].some(({ hash }) => needed.has(hash)));
  return packs.filter(([, blocks]) => isNeeded(blocks)).map(([pack]) => pack);
}

/** Which of them are needed cannot be seen without their keys. */
function otherPacks(from: string, to: string): readonly string[] {
  const there = new Set(listPacks(to));
  return listPacks(from).filter((pack) => !there.has(pack));
}

const MAX_SIGNATURE_BYTES = 64 * 1024;

function copyRun(
  backup: BackupFolder,
  to: string,
  { chain, run }: { readonly chain: string; readonly run: RunName },
): void {
  const { folder: from } = backup;
  refuseDamaged(backup, chain, run);
  const bytes = fs.readFileSync(path.join(chainFolder(from, chain), run.name));
  if (sha256(bytes) !== run.hash) throw new HoldallError("E_DIGEST", `"${run.name}" has changed`);
  const signature = signaturePath(from, chain, run.name);
  const stats = fs.lstatSync(signature, { throwIfNoEntry: false });
  const isSigned = stats?.isFile() && stats.size <= MAX_SIGNATURE_BYTES;
  if (isSigned) place(signaturePath(to, chain, run.name), fs.readFileSync(signature));
  place(path.join(chainFolder(to, chain), run.name), bytes);
}

/** Refuses a record that is damaged or of another form; of a sealed one without its key only the hash is known. */
function refuseDamaged(backup: BackupFolder, chain: string, run: RunName): void {
  try {
    readRun(backup, chain, run);
  } catch (error) {
    if (!(error instanceof HoldallError && error.code === "E_KEY")) throw error;
  }
}

function place(target: string, bytes: Uint8Array): void {
  createFolders(path.dirname(target), 0o700);
  createFile(target, bytes, { mode: 0o600, temporary: temporaryBeside(target) });
}
