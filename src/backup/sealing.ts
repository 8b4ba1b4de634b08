import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";

/**
 * How a sealed backup is encrypted: each block, list and record by itself, with AES-256-GCM and a random nonce, under a
 * key whose id precedes it. The keys are in `keys/`, each an age file, and at the machine that created them.
 */
const MARK = Buffer.from("holdsea1", "latin1");
const ID_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MARK.length + ID_BYTES + NONCE_BYTES;
/** Bytes of a key. */
export const KEY_BYTES = 32;

/** A key under which pieces of a backup are sealed. */
export interface SealKey {
  /** A part of the hash of the key, by which it is found and recognised. */
  readonly id: string;
  readonly key: Buffer;
}

/** The keys that are known here. */
export interface Keyring {
  /** Seals what is written; null where it is stored in the clear. */
  readonly current: SealKey | null;
  readonly keys: ReadonlyMap<string, SealKey>;
  /** Keys that this machine used for other recipients: what they seal is sealed again. */
  readonly replaced: ReadonlySet<string>;
}

/** A backup, and what opens it. */
export interface BackupFolder {
  readonly folder: string;
  readonly keyring: Keyring;
}

/** For a backup in the clear. */
export const NO_KEYS: Keyring = { current: null, keys: new Map(), replaced: new Set() };

/** What a sealed piece is: it opens as nothing else. */
export type PieceKind = "block" | "list" | "run";

/** The key with these bytes. */
export function sealKey(key: Buffer): SealKey {
  return { id: sha256(Buffer.concat([MARK, key])).slice(0, 2 * ID_BYTES), key };
}

/** A new random key. */
export function createSealKey(): SealKey {
  return sealKey(randomBytes(KEY_BYTES));
}

/** The id of the key with which bytes are sealed, by their beginning; null for what is in the clear. */
export function keyOf(bytes: Buffer): string | null {
  const isSealed = bytes.length >= HEAD_BYTES && MARK.equals(bytes.subarray(0, MARK.length));
  return isSealed ? bytes.toString("hex", MARK.length, MARK.length + ID_BYTES) : null;
}

/** Whether what a key sealed, or what is in the clear (null), is to be sealed again. */
export function isOutdated({ current, replaced }: Keyring, id: string | null): boolean {
  return current !== null && (id === null || replaced.has(id));
}

/** Seals a piece; without a key, the bytes themselves. */
export function seal({ current }: Keyring, kind: PieceKind, bytes: Uint8Array): Uint8Array {
  if (current === null) return bytes;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.key, nonce);
  cipher.setAAD(Buffer.from(kind));
  const head = [MARK, Buffer.from(current.id, "hex"), nonce];
  return Buffer.concat([...head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens a piece; one in the clear as it is. Refuses one whose key is not known with `E_KEY`. */
export function unseal({ keys }: Keyring, kind: PieceKind, bytes: Buffer): Buffer {
  const id = keyOf(bytes);
  if (id === null) return bytes;
  const known = keys.get(id);
  if (known === undefined) throw sealed("a part of it");
  if (bytes.length < HEAD_BYTES + TAG_BYTES) throw altered();
  const nonce = bytes.subarray(HEAD_BYTES - NONCE_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", known.key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(kind));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch (cause) {
    throw altered(cause);
  }
}

function altered(cause?: unknown): HoldallError {
  return new HoldallError("E_DIGEST", "Cannot read the backup: a sealed part was altered", {
    cause,
  });
}

/** Something is sealed, and its key is not known here. */
export function sealed(what: string): HoldallError {
  return new HoldallError("E_KEY", `Cannot read the backup: ${what} is sealed`, {
    cure: "add --identity FILE, with the age identity or SSH key of a recipient",
  });
}
