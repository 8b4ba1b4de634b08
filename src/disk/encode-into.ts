import { transcode } from "node:buffer";

/** What was taken of a text, in UTF-16 units, and how many bytes of UTF-8 it became. */
interface Encoded {
  readonly read: number;
  readonly written: number;
}

/** V8 keeps a text that has one of these in two bytes for each character, and encodes it a quarter as fast. */
const WIDE = /[^\0-\xff]/;
/** A shorter text costs more to copy than is saved. */
const SHORT = 256;
/** UTF-16 units that are encoded at once, each of which takes at most three bytes. */
const UNITS = 32 * 1024;
const BYTES_PER_UNIT = 3;
/** The space that `encodeInto` needs to go on at full speed. */
export const PIECE_BYTES = UNITS * BYTES_PER_UNIT;
const units = Buffer.allocUnsafeSlow(2 * UNITS);
const encoder = new TextEncoder();

/** Encodes as much of a text as there is space for; what is half a character becomes a replacement character. */
export function encodeInto(text: string, memory: Uint8Array): Encoded {
  if (text.length < SHORT || !WIDE.test(text)) return encoder.encodeInto(text, memory);
  return encodeWide(text, memory) ?? encoder.encodeInto(text, memory);
}

/** By way of its UTF-16, which Node changes many characters at a time; null where that cannot be done. */
function encodeWide(text: string, memory: Uint8Array): Encoded | null {
  const read = withoutHalfCharacter(
    text,
    Math.min(UNITS, Math.floor(memory.length / BYTES_PER_UNIT)),
  );
  if (read === 0) return null;
  try {
    const bytes = transcode(
      units.subarray(0, units.write(text.slice(0, read), "utf16le")),
      "utf16le",
      "utf8",
    );
    memory.set(bytes);
    return { read, written: bytes.length };
  } catch {
    return null; // Half a character is in it.
  }
}

/** How many units, at most so many, end with a whole character. */
function withoutHalfCharacter(text: string, most: number): number {
  if (most >= text.length) return text.length;
  const last = text.charCodeAt(most - 1);
  return last >= 0xd800 && last < 0xdc00 ? most - 1 : most;
}
