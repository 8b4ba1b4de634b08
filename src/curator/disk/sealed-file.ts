/**
 * What a run keeps in a project for the next one. Anyone may have written a project's files, also somebody
 * who knows the times and inodes of this machine. So such a file has a seal over its place and its content
 * that only the user's own key can produce. Without the right seal it is not used.
 */

import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createKeyedSha256, keyedSha256 } from "../../base/hash.ts";
import { replaceOwnFile } from "../../disk/replace-text-file.ts";
import { readOwnBytes, readOwnText } from "./own-files.ts";
import { openUserKey, readUserKey } from "./user-key.ts";

const PREFIX = '{"seal":"';
const MIDDLE = '","value":';
/** Where the value begins: after a seal of 64 hex digits. */
const VALUE_AT = PREFIX.length + 64 + MIDDLE.length;
/** Bytes of the seal in front of content that is not text. */
const SEAL_BYTES = 32;

/** The value of a file that this user's runs wrote; null when it is missing, damaged or somebody else's. */
export function readSealed(file: string): unknown {
  const text = readOwnText(file);
  const key = text === null ? null : readUserKey();
  if (text === null || key === null) return null;
  const value = text.slice(VALUE_AT, -1);
  if (text !== sealed(key, file, value)) return null;
  return JSON.parse(value);
}

/**
 * Keeps a value for the next run; where the user has no folder for a key, and in a project that cannot be written,
 * nothing is kept.
 */
export function writeSealed(file: string, value: unknown): void {
  const key = openUserKey();
  if (key !== null) keep(file, sealed(key, file, JSON.stringify(value)));
}

/** The same for bytes: those that were written with this seal. */
export function readSealedBytes(file: string, seal: string): Uint8Array | null {
  const bytes = readOwnBytes(file);
  const key = bytes === null ? null : readUserKey();
  if (bytes === null || key === null) return null;
  const content = bytes.subarray(SEAL_BYTES);
  const isOurs = Buffer.from(bytes.subarray(0, SEAL_BYTES)).toString("hex") === seal;
  return isOurs && sealOfBytes(key, file, content) === seal ? content : null;
}

/** Keeps bytes for the next run, and returns the seal that it finds them by; null where nothing is kept. */
export function writeSealedBytes(file: string, content: Uint8Array): string | null {
  const key = openUserKey();
  if (key === null) return null;
  const seal = sealOfBytes(key, file, content);
  return keep(file, Buffer.concat([Buffer.from(seal, "hex"), content])) ? seal : null;
}

/** Writes what only saves the next run some work; returns whether that was possible. */
function keep(file: string, content: string | Uint8Array): boolean {
  try {
    replaceOwnFile(file, content);
    return true;
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_IO") return false;
    throw error;
  }
}

/** The path belongs to it, so that a file is not taken for another one of the same user. */
function sealed(key: Uint8Array, file: string, value: string): string {
  const seal = keyedSha256(key, `${path.resolve(file)}\n${value}`);
  return `${PREFIX}${seal}${MIDDLE}${value}}`;
}

function sealOfBytes(key: Uint8Array, file: string, content: Uint8Array): string {
  const hash = createKeyedSha256(key).update(`${path.resolve(file)}\n`);
  return hash.update(content).digest("hex");
}
