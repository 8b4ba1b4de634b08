/**
 * What a run keeps in a project for the next one. Anyone may have written a project's files, also somebody
 * who knows the times and inodes of this machine. So such a file has a seal over its place and its content
 * that only the user's own key can produce. Without the right seal it is not used.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { keyedSha256, randomKey } from "../../../base/hash.ts";
import { replaceOwnTextFile } from "../../../disk/replace-text-file.ts";
import { dataFolder, userFolder } from "../../../disk/user-folder.ts";
import { readOwnText } from "./own-files.ts";

const KEY_FILE = "curator.key";
const KEY_BYTES = 32;
const PREFIX = '{"seal":"';
const MIDDLE = '","value":';
/** Where the value begins: behind a seal of 64 hex digits. */
const VALUE_AT = PREFIX.length + 64 + MIDDLE.length;

/** The value of a file that this user's runs wrote; null when it is missing, damaged or somebody else's. */
export function readSealed(file: string): unknown {
  const text = readOwnText(file);
  const key = text === null ? null : readKey(keyFile());
  if (text === null || key === null) return null;
  const value = text.slice(VALUE_AT, -1);
  if (text !== sealed(key, file, value)) return null;
  return JSON.parse(value);
}

/** Keeps a value for the next run; where the user has no folder for a key, nothing is kept. */
export function writeSealed(file: string, value: unknown): void {
  const at = keyFile();
  const key = readKey(at) ?? createKey(at);
  if (key !== null) replaceOwnTextFile(file, sealed(key, file, JSON.stringify(value)));
}

/** The path belongs to it, so that a file is not taken for another one of the same user. */
function sealed(key: Uint8Array, file: string, value: string): string {
  const seal = keyedSha256(key, `${path.resolve(file)}\n${value}`);
  return `${PREFIX}${seal}${MIDDLE}${value}}`;
}

function keyFile(): string | null {
  try {
    return path.join(dataFolder({ home: userFolder(), env: process.env }), KEY_FILE);
  } catch (error) {
    if (error instanceof HoldallError) return null; // A user without a home folder.
    throw error;
  }
}

const keys = new Map<string, Uint8Array>();

function readKey(file: string | null): Uint8Array | null {
  if (file === null) return null;
  const known = keys.get(file);
  if (known !== undefined) return known;
  const text = readOwnText(file);
  if (text === null || !/^[0-9a-f]{64}\n$/.test(text)) return null;
  const key = Buffer.from(text.trim(), "hex");
  keys.set(file, key);
  return key;
}

/** Creates the key; of several processes that do so at once, the first decides. */
function createKey(file: string | null): Uint8Array | null {
  if (file === null) return null;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const text = `${Buffer.from(randomKey(KEY_BYTES)).toString("hex")}\n`;
    fs.writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch {
    // Another process was faster, or the folder cannot be written: what is there now counts.
  }
  return readKey(file);
}
