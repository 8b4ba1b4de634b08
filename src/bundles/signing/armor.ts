import { formatNumber } from "../../base/text/format-count.ts";
import { WireError } from "./wire.ts";

/** The line width of OpenSSH, so that our output is identical to its own. */
const WIDTH = 70;

/** Far more than the largest key or signature of OpenSSH. */
const MAX_CHARACTERS = 64 * 1024;

/** The armored objects of OpenSSH that are read here. */
export type ArmorLabel = "SSH SIGNATURE" | "OPENSSH PRIVATE KEY";

/** Armors bytes as OpenSSH does. */
export function encodeArmor(bytes: Uint8Array, label: ArmorLabel): string {
  const text = Buffer.from(bytes).toString("base64");
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += WIDTH) lines.push(text.slice(at, at + WIDTH));
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** Decodes armor; only white space may surround it. */
export function decodeArmor(text: string, label: ArmorLabel): Uint8Array {
  if (text.length > MAX_CHARACTERS)
    throw new WireError(`it is longer than ${formatNumber(MAX_CHARACTERS)} characters`);
  const trimmed = text.trim();
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  if (!trimmed.startsWith(begin)) throw new WireError(`it does not begin with "${begin}"`);
  if (!trimmed.endsWith(end) || trimmed.length < begin.length + end.length) {
    throw new WireError(`it does not end with "${end}"`);
  }
  return decodeBase64(trimmed.slice(begin.length, -end.length).replaceAll(/[ \t\r\n]/g, ""));
}

/** Decodes canonical base64; Node alone would skip invalid characters, so that one signature had many spellings. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.toString("base64") !== text) {
    throw new WireError("it is not well-formed base64");
  }
  return bytes;
}
