import { HoldallError } from "../errors.ts";
import type { FileEntry } from "../file-set.ts";
import { formatCount, formatNumber } from "./format-count.ts";
import { escapeInvisible } from "./invisible.ts";

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 and keeps a byte-order mark; null when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Offset of the first byte that is not part of well-formed UTF-8, or -1. */
export function utf8FaultAt(bytes: Uint8Array): number {
  if (decodeUtf8(bytes) !== null) return -1;
  let low = 0;
  let high = bytes.length;
  // A prefix that ends inside a character is valid up to that character's first byte.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPrefixOfUtf8(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  let start = low;
  while (start > 0 && decodeUtf8(bytes.subarray(0, start)) === null) start--;
  return start;
}

function isPrefixOfUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Reads all bytes of a file; throws `E_LIMIT` before more than `maxBytes` are in memory. */
export async function readBytes(entry: FileEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.size > maxBytes) throw tooLarge(entry, maxBytes, entry.size);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of entry.read()) {
    size += chunk.length;
    // The declared size may be wrong (a file that grows, an upload), so the actual bytes are counted.
    if (size > maxBytes) throw tooLarge(entry, maxBytes, size);
    chunks.push(chunk);
  }
  const only = chunks.length === 1 ? chunks[0] : undefined;
  return only ?? Buffer.concat(chunks, size);
}

function tooLarge(entry: FileEntry, limit: number, actual: number): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot read "${entry.path}": it has ${formatCount(actual, "byte")}, limit ${formatNumber(limit)}`,
    { cure: "if you trust the file, raise the limit with --limit" },
  );
}

/** At most `max` code points of a text for a message, with invisible characters escaped. */
export function excerpt(text: string, max = 80): string {
  const points = [...text.slice(0, max * 2 + 2)];
  const short = points.length > max ? `${points.slice(0, max - 1).join("")}…` : points.join("");
  return printable(short);
}

/**
 * Foreign text that is safe to show: control characters, which a terminal would obey, and characters
 * that would be invisible are written as escapes. Newlines and tabs stay.
 */
export function printable(text: string): string {
  return escapeInvisible(text);
}

/** The same on one line, as for names: line breaks and tabs are escapes, too. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
