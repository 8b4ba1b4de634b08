import type { Hash } from "node:crypto";

let loaded: typeof import("node:crypto") | undefined;

/** Loading this module costs a start more than all else that most commands do, so it waits to be needed. */
function nodeCrypto(): typeof import("node:crypto") {
  loaded ??= process.getBuiltinModule("node:crypto");
  return loaded;
}

/** A SHA-256 that takes its bytes piece by piece. */
export function createSha256(): Hash {
  return nodeCrypto().createHash("sha256");
}

/** Letters and digits that nobody can guess. */
export function randomName(): string {
  return nodeCrypto().randomBytes(6).toString("hex");
}

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256(data: Uint8Array | string): string {
  return nodeCrypto().hash("sha256", data, "hex");
}

/** Whether a text is a lower-case hex SHA-256. */
export function isSha256(text: string): boolean {
  if (text.length !== 64) return false;
  // By hand, because it is asked for almost every event and text.
  for (let at = 0; at < 64; at++) {
    const code = text.charCodeAt(at);
    const isHex = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
    if (!isHex) return false;
  }
  return true;
}
