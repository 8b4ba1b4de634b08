import fs from "node:fs";
import path from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ErrorCode } from "../base/codes.ts";
import { HoldallError, messageOf } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { toIoError } from "../disk/io-error.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFile, createFolders } from "../durable/files.ts";
import { applyRun, type ChainState, emptyState } from "./chain-state.ts";
import { chainFolder, isChain, parseRunName, RUNS, type RunName, runName } from "./layout.ts";
import { isRunRecord, type RunRecord } from "./records.ts";
import { type BackupFolder, keyOf, seal, unseal } from "./sealing.ts";

/** A fault of a backup, with its place: a file of the backup, or a session. */
export interface BackupFault {
  readonly code: ErrorCode;
  readonly where: string;
  readonly message: string;
}

/** What is done with a fault. */
export type OnFault = (fault: BackupFault) => void;

/** The largest record that is read, unpacked. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** Machines that have runs in a backup. */
export function listChains(folder: string): readonly string[] {
  return namesIn(path.join(folder, RUNS)).filter(isChain);
}

/** The records of a machine, oldest first. */
export function listRuns(folder: string, chain: string): readonly RunName[] {
  const names = namesIn(chainFolder(folder, chain)).map(parseRunName);
  return names.filter((name) => name !== null);
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

/** What the runs of a machine add up to. A record that cannot be read is a finding, and what it added is missing. */
export function readChain(backup: BackupFolder, chain: string, onFault: OnFault): ChainState {
  const names = listRuns(backup.folder, chain);
  const state = emptyState(chain);
  state.newest = names.at(-1) ?? null;
  for (let at = names.length - 1; at >= 0; at--) {
    const name = names[at];
    if (name === undefined || !(name.isFull || at === 0)) continue;
    if (!readOne(backup, state, name, onFault) && at > 0) continue;
    for (const later of names.slice(at + 1)) readOne(backup, state, later, onFault);
    break;
  }
  return state;
}

function readOne(
  backup: BackupFolder,
  state: ChainState,
  name: RunName,
  onFault: OnFault,
): boolean {
  try {
    const { record, bytes } = readRun(backup, state.chain, name);
    applyRun(state, record);
    if (record.full) state.fullBytes = bytes;
    else state.addedBytes += bytes;
    const { at, host, user_folder: homeFolder } = record;
    const { sequence, hash } = name;
    const isSigned = fs.existsSync(signaturePath(backup.folder, state.chain, name.name));
    state.runs.push({ chain: state.chain, sequence, hash, at, host, homeFolder, isSigned });
    return true;
  } catch (error) {
    onFault(faultOf(error, `${RUNS}/${state.chain}/${name.name}`));
    return false;
  }
}

/** The fault that an error is about. */
export function faultOf(thrown: unknown, where: string): BackupFault {
  const error = toIoError(thrown, `read "${where}"`);
  const code = error instanceof HoldallError ? error.code : "E_IO";
  const message = messageOf(error);
  return { code, where, message };
}

/** The file with the signature of a record. */
export function signaturePath(folder: string, chain: string, name: string): string {
  return path.join(chainFolder(folder, chain), `${name}.sig`);
}

/** Reads a record whose bytes are those that its name states. */
export function readRun(
  { folder, keyring }: BackupFolder,
  chain: string,
  { name, hash, sequence, isFull }: RunName,
): { readonly record: RunRecord; readonly bytes: number } {
  const packed = fs.readFileSync(path.join(chainFolder(folder, chain), name));
  if (sha256(packed) !== hash) throw unreadable("E_DIGEST", "its bytes do not match its name");
  const compressed = unseal(keyring, "run", packed);
  let value: unknown;
  try {
    const bytes = zstdDecompressSync(compressed, { maxOutputLength: MAX_RECORD_BYTES });
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw unreadable("E_JSON", "it is not compressed JSON", cause);
  }
  if (!isRunRecord(value)) throw unreadable("E_SCHEMA", "it has another form");
  const record = value;
  const isNamed = record.chain === chain && record.sequence === sequence && record.full === isFull;
  if (!isNamed) throw unreadable("E_CHAIN", "its name is that of another record");
  return { record, bytes: packed.length };
}

function unreadable(
  code: "E_DIGEST" | "E_JSON" | "E_SCHEMA" | "E_CHAIN",
  state: string,
  cause?: unknown,
): HoldallError {
  return new HoldallError(code, `Cannot read a record of the backup: ${state}`, { cause });
}

/** The id of the key with which a record is sealed; null for one in the clear. */
export function keyOfRun(folder: string, chain: string, { name }: RunName): string | null {
  return keyOf(fs.readFileSync(path.join(chainFolder(folder, chain), name)));
}

/** Writes a record durably: with its name on disk, the run is complete. */
export function writeRun(
  { folder, keyring }: BackupFolder,
  record: RunRecord,
): RunName & { readonly bytes: number } {
  const packed = seal(keyring, "run", zstdCompressSync(JSON.stringify(record)));
  const { sequence, chain, full: isFull } = record;
  const hash = sha256(packed);
  const name = runName({ sequence, hash, isFull });
  const target = path.join(chainFolder(folder, chain), name);
  createFolders(path.dirname(target), 0o700);
  createFile(target, packed, { mode: 0o600, temporary: temporaryBeside(target) });
  return { name, sequence, hash, isFull, bytes: packed.length };
}
