import { WireFault } from "./wire.ts";

/** OpenSSH breaks its lines here; the same width makes our output equal to its own, byte for byte. */
const WIDTH = 70;

/** Far above the largest key or signature that OpenSSH makes. */
const MAX_CHARACTERS = 64 * 1024;

/** What OpenSSH wraps in text. */
export type ArmorLabel = "SSH SIGNATURE" | "OPENSSH PRIVATE KEY";

/** Wraps bytes as OpenSSH does. */
export function encodeArmor(bytes: Uint8Array, label: ArmorLabel): string {
  const text = Buffer.from(bytes).toString("base64");
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += WIDTH) lines.push(text.slice(at, at + WIDTH));
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** Unwraps bytes; only white space may stand around the wrapping. */
export function decodeArmor(text: string, label: ArmorLabel): Uint8Array {
  if (text.length > MAX_CHARACTERS)
    throw new WireFault(`it is longer than ${MAX_CHARACTERS} bytes`);
  const trimmed = text.trim();
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  if (!trimmed.startsWith(begin)) throw new WireFault(`it does not begin with "${begin}"`);
  if (!trimmed.endsWith(end) || trimmed.length < begin.length + end.length) {
    throw new WireFault(`it does not end with "${end}"`);
  }
  return decodeBase64(trimmed.slice(begin.length, -end.length).replaceAll(/[ \t\r\n]/g, ""));
}

/** Decodes base64 that has exactly one spelling; Node alone would skip what it does not know. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.toString("base64") !== text) {
    throw new WireFault("it is not well-formed base64");
  }
  return bytes;
}
