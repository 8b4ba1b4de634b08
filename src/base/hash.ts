import type { Hash, Hmac } from "node:crypto";

let loaded: typeof import("node:crypto") | undefined;

/** Loaded on first use: it would cost a start more than everything else that most commands do. */
function nodeCrypto(): typeof import("node:crypto") {
  loaded ??= process.getBuiltinModule("node:crypto");
  return loaded;
}

/** A SHA-256 for bytes that come in pieces. */
export function createSha256(): Hash {
  return nodeCrypto().createHash("sha256");
}

/** A SHA-256 that only the owner of a key can compute, as lower-case hex. */
export function keyedSha256(key: Uint8Array, text: string): string {
  return createKeyedSha256(key).update(text).digest("hex");
}

/** The same for content that comes in pieces. */
export function createKeyedSha256(key: Uint8Array): Hmac {
  return nodeCrypto().createHmac("sha256", key);
}

/** Random bytes that nobody can guess. */
export function randomKey(bytes: number): Uint8Array {
  return nodeCrypto().randomBytes(bytes);
}

/** Twelve random hex digits. */
export function randomName(): string {
  return nodeCrypto().randomBytes(6).toString("hex");
}

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256(data: Uint8Array | string): string {
  return nodeCrypto().hash("sha256", data, "hex");
}

/** A short fingerprint of a text, for comparing texts within one run. */
export function contentDigest(text: string): string {
  return nodeCrypto().hash("sha256", text, "base64");
}

/** Whether a text is a lower-case hex SHA-256. */
export function isSha256(text: string): boolean {
  if (text.length !== 64) return false;
  // Not a regular expression, because this runs for almost every event and text.
  for (let at = 0; at < 64; at++) {
    const code = text.charCodeAt(at);
    const isHex = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
    if (!isHex) return false;
  }
  return true;
}
