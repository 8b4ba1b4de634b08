import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { listKeys } from "../../backup/key-files.ts";
import { keyId } from "../../backup/layout.ts";
import { KEY_BYTES, type Keyring, type SealKey, sealKey } from "../../backup/sealing.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { temporaryBeside } from "../../disk/temporary.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import { createFolders, replaceFile } from "../../durable/files.ts";

/**
 * A key of a sealed backup that this machine knows: it has the sessions in the clear anyway, and needs no identity to
 * keep, list and restore them.
 */
export interface LocalKey extends SealKey {
  /** The backup that this machine seals with it, and for whom; null for a key that an identity opened. */
  readonly own: {
    readonly folder: string;
    readonly recipients: readonly string[];
    /** Its file in the backup. */
    readonly sealed: Buffer;
  } | null;
}

const MAX_FILE_BYTES = 1024 * 1024;

function keysFolder(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "kept-keys");
}

/** The keys that this machine knows, the newest first. */
export function localKeys(environment: AgentEnvironment): readonly LocalKey[] {
  const folder = keysFolder(environment);
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const timed = files.map((file) => ({ file, time: fs.lstatSync(file).mtimeMs }));
  timed.sort((left, right) => right.time - left.time);
  return timed.flatMap(({ file }) => readKey(file) ?? []);
}

function readKey(file: string): LocalKey | null {
  if (keyId(path.basename(file).replace(/\.json$/, ".age")) === null) return null;
  const stats = fs.lstatSync(file);
  if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return null;
  const value = objectIn(fs.readFileSync(file, "utf8"));
  if (value === null) return null;
  const key = Buffer.from(String(value.key), "hex");
  if (key.length !== KEY_BYTES) return null;
  const { folder, recipients, sealed } = value;
  const isOwn =
    typeof folder === "string" && Array.isArray(recipients) && typeof sealed === "string";
  const own = isOwn
    ? { folder, recipients: recipients.map(String), sealed: Buffer.from(sealed, "base64") }
    : null;
  return { ...sealKey(key), own };
}

function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null; // A damaged file is as none: the backup has the key, for whoever has an identity.
  }
}

/** Remembers a key durably; only this user can read it. */
export function saveLocalKey(environment: AgentEnvironment, { id, key, own }: LocalKey): void {
  const target = path.join(keysFolder(environment), `${id}.json`);
  const { folder, recipients, sealed } = own ?? {};
  const value = {
    key: key.toString("hex"),
    folder,
    recipients,
    sealed: sealed?.toString("base64"),
  };
  createFolders(path.dirname(target), 0o700);
  replaceFile(target, `${JSON.stringify(value)}\n`, {
    mode: 0o600,
    temporary: temporaryBeside(target),
  });
}

/** Forgets a key with which nothing is sealed any more. */
export function removeLocalKey(environment: AgentEnvironment, id: string): void {
  fs.rmSync(path.join(keysFolder(environment), `${id}.json`), { force: true });
}

/** What this machine can open of a backup; nothing is read where nothing is sealed. */
export function localKeyring(environment: AgentEnvironment, folder: string): Keyring {
  const known = listKeys(folder).length === 0 ? [] : localKeys(environment);
  const current = known.find(({ own }) => own?.folder === folder) ?? null;
  return { current, keys: new Map(known.map((each) => [each.id, each])), replaced: new Set() };
}
