import path from "node:path";
import { isSha256 } from "../base/hash.ts";

/** The folder of packs. */
export const PACKS = "packs";
/** The folder with a folder of run records for each machine. */
export const RUNS = "runs";
/** The folder of the keys of a sealed backup. */
export const KEYS = "keys";
/** The file that makes a folder a backup. */
export const MARKER = "backup.json";
/** The file that is locked while a process changes the backup. */
export const LOCK = "lock";

const PACK_NAME = /^([0-9a-f]{64})\.pack$/;
const RUN_NAME = /^(\d{8})-([0-9a-f]{64})(\.full)?\.json\.zst$/;
const KEY_NAME = /^([0-9a-f]{32})\.age$/;
const CHAIN = /^[0-9a-f]{12}$/;

/** The name of a pack, which is the SHA-256 of its bytes, so that `sha256sum` can check it. */
export function packPath(folder: string, hash: string): string {
  return path.join(folder, PACKS, `${hash}.pack`);
}

/** The hash of a pack by its name; null for any other file. */
export function packHash(name: string): string | null {
  return PACK_NAME.exec(name)?.[1] ?? null;
}

/** The id of a key by the name of its file; null for any other file. */
export function keyId(name: string): string | null {
  return KEY_NAME.exec(name)?.[1] ?? null;
}

/** What the name of a run record states: its number and the SHA-256 of its bytes. */
export interface RunName {
  readonly name: string;
  readonly sequence: number;
  readonly hash: string;
  /** Whether it describes everything, and not only what is new. */
  readonly isFull: boolean;
}

/** Parses the name of a run record; null for any other file. */
export function parseRunName(name: string): RunName | null {
  const [, sequence, hash, full] = RUN_NAME.exec(name) ?? [];
  if (sequence === undefined || hash === undefined) return null;
  return { name, sequence: Number(sequence), hash, isFull: full !== undefined };
}

/** The name of a run record. */
export function runName({ sequence, hash, isFull }: Omit<RunName, "name">): string {
  return `${String(sequence).padStart(8, "0")}-${hash}${isFull ? ".full" : ""}.json.zst`;
}

/** The folder with the records of a machine. */
export function chainFolder(folder: string, chain: string): string {
  return path.join(folder, RUNS, chain);
}

/** Whether a name is the id of a machine. */
export function isChain(name: string): boolean {
  return CHAIN.test(name);
}

/** Parses a part as records spell it; null for anything else. */
export function parsePart(text: string): { readonly hash: string; readonly bytes: number } | null {
  const hash = text.slice(0, 64);
  const bytes = Number(text.slice(65));
  const isPart = text[64] === ":" && isSha256(hash) && Number.isSafeInteger(bytes);
  return isPart && bytes > 0 && bytes <= MAX_PART_BYTES ? { hash, bytes } : null;
}

/** The largest part that is read. */
export const MAX_PART_BYTES = 4 * 1024 * 1024;
