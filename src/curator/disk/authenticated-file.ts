/**
 * What a run keeps in a project for the next one. Anyone may have written a project's files, also somebody
 * who knows the times and inodes of this machine. So such a file has a MAC (a hash with a key) over its place and its content
 * that only the user's own key can produce. Without the right MAC it is not used.
 */

import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createKeyedSha256, keyedSha256 } from "../../base/hash.ts";
import { replaceOwnFile } from "../../disk/replace-text-file.ts";
import { readOwnBytes, readOwnText } from "./own-files.ts";
import { openUserKey, readUserKey } from "./user-key.ts";

const PREFIX = '{"mac":"';
const MIDDLE = '","value":';
/** Where the value begins: after a MAC of 64 hex digits. */
const VALUE_AT = PREFIX.length + 64 + MIDDLE.length;
/** Bytes of the MAC in front of content that is not text. */
const MAC_BYTES = 32;

/** The value of a file that this user's runs wrote; null when it is missing, damaged or somebody else's. */
export function readAuthenticated(file: string): unknown {
  const text = readOwnText(file);
  const key = text === null ? null : readUserKey();
  if (text === null || key === null) return null;
  const value = text.slice(VALUE_AT, -1);
  if (text !== authenticated(key, file, value)) return null;
  return JSON.parse(value);
}

/**
 * Keeps a value for the next run; where the user has no folder for a key, and in a project that cannot be written,
 * nothing is kept.
 */
export function writeAuthenticated(file: string, value: unknown): void {
  const key = openUserKey();
  if (key !== null) keep(file, authenticated(key, file, JSON.stringify(value)));
}

/** The same for bytes: those that were written with this MAC. */
export function readAuthenticatedBytes(file: string, mac: string): Uint8Array | null {
  const bytes = readOwnBytes(file);
  const key = bytes === null ? null : readUserKey();
  if (bytes === null || key === null) return null;
  const content = bytes.subarray(MAC_BYTES);
  const isOurs = Buffer.from(bytes.subarray(0, MAC_BYTES)).toString("hex") === mac;
  return isOurs && macOfBytes(key, file, content) === mac ? content : null;
}

/** Keeps bytes for the next run, and returns the MAC that it finds them by; null where nothing is kept. */
export function writeAuthenticatedBytes(file: string, content: Uint8Array): string | null {
  const key = openUserKey();
  if (key === null) return null;
  const mac = macOfBytes(key, file, content);
  return keep(file, Buffer.concat([Buffer.from(mac, "hex"), content])) ? mac : null;
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
function authenticated(key: Uint8Array, file: string, value: string): string {
  const mac = keyedSha256(key, `${path.resolve(file)}\n${value}`);
  return `${PREFIX}${mac}${MIDDLE}${value}}`;
}

function macOfBytes(key: Uint8Array, file: string, content: Uint8Array): string {
  const hash = createKeyedSha256(key).update(`${path.resolve(file)}\n`);
  return hash.update(content).digest("hex");
}
