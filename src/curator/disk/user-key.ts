/** The user's own key, with which files that are kept in a project are authenticated. */

import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { randomKey } from "../../base/hash.ts";
import { createOwnFile } from "../../disk/replace-text-file.ts";
import { dataFolder, userFolder } from "../../disk/user-folder.ts";
import { createFolders } from "../../durable/files.ts";
import { readOwnText } from "./own-files.ts";

const KEY_FILE = "curator.key";
const KEY_BYTES = 32;

/** The key; null while there is none. */
export function readUserKey(): Uint8Array | null {
  return readKey(keyFile());
}

/** The key, which is created on first use; null for a user without a folder for it. */
export function openUserKey(): Uint8Array | null {
  const file = keyFile();
  return readKey(file) ?? createKey(file);
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
    createFolders(path.dirname(file), 0o700);
    const text = `${Buffer.from(randomKey(KEY_BYTES)).toString("hex")}\n`;
    createOwnFile(file, text, 0o600);
  } catch {
    // Another process was faster, or the folder cannot be written: what is there now counts.
  }
  return readKey(file);
}
