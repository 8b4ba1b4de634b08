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
export function sliceArtifact(bytes: Uint8Array, offset: number, max: number): ArtifactRange {
  const text = isUtf8(bytes);
  const isInside = (at: number) => text && ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let start = Math.min(offset, bytes.length);
  while (isInside(start)) start++;
  let end = Math.min(start + Math.min(max, MAX_RANGE), bytes.length);
  while (end > start && isInside(end)) end--;
  // A limit below one character would never advance.
  if (end === start && start < bytes.length) end++;
  while (isInside(end)) end++;
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const encoding = text ? "utf8" : "base64";
  return {
    offset: offset > bytes.length ? offset : start,
    bytes: piece.length,
    total: bytes.length,
    truncated: end < bytes.length,
    eof: end >= bytes.length,
    next: end < bytes.length ? end : null,
    encoding,
    content: piece.toString(encoding),
  };
}
