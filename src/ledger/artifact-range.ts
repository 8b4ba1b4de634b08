import { isUtf8 } from "node:buffer";

/**
 * A piece of an artifact: complete characters if the artifact is text, otherwise bytes in base64.
 */
export interface ArtifactRange {
  /** Where the piece really starts: a start inside a character moves to the next one. */
  readonly offset: number;
  readonly bytes: number;
  readonly total: number;
  readonly truncated: boolean;
  readonly eof: boolean;
  /** Where the next piece begins; null at the end. */
  readonly next: number | null;
  readonly encoding: "utf8" | "base64";
  readonly content: string;
}

/** Default size of a piece, in bytes. */
export const DEFAULT_RANGE = 512 * 1024;
/** Largest piece, in bytes. */
const MAX_RANGE = 4 * 1024 * 1024;

/**
 * Cuts a piece out of an artifact. Following `next` yields the complete artifact without gaps. A
 * UTF-8 continuation byte has the form 10xxxxxx, which is how the start of a character is found.
 */
export function sliceArtifact(whole: Uint8Array, offset: number, max: number): ArtifactRange {
  const text = isUtf8(whole);
  const isInside = (at: number) => text && ((whole[at] ?? 0) & 0xc0) === 0x80;
  let start = Math.min(offset, whole.length);
  while (isInside(start)) start++;
  let end = Math.min(start + Math.min(max, MAX_RANGE), whole.length);
  while (end > start && isInside(end)) end--;
  // A limit below one character would never advance.
  if (end === start && start < whole.length) end++;
  while (isInside(end)) end++;
  const piece = Buffer.from(whole.buffer, whole.byteOffset + start, end - start);
  const encoding = text ? "utf8" : "base64";
  return {
    offset: offset > whole.length ? offset : start,
    bytes: piece.length,
    total: whole.length,
    truncated: end < whole.length,
    eof: end >= whole.length,
    next: end < whole.length ? end : null,
    encoding,
    content: piece.toString(encoding),
  };
}
