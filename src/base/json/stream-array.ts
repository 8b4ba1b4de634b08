import { withoutByteOrderMark } from "../text/byte-order-mark.ts";
import { formatBytes } from "../text/format-count.ts";
import { utf8FaultAt } from "../text/text.ts";
import {
  type ArrayBatch,
  createElementReader,
  type ElementLimits,
  type ElementReader,
  JsonStreamError,
} from "./read-elements.ts";
import { findArray } from "./scan.ts";

/** Limits for reading a large document. */
export interface StreamLimits extends ElementLimits {
  readonly maxBytes: number;
  /** Everything of the document that is not an element of the array. */
  readonly maxOutsideBytes: number;
}

/** A large document of which one array is read in batches. */
export interface StreamedDocument {
  /** The elements in order. Throws `JsonStreamError` where the document cannot be read. */
  batches(): AsyncGenerator<ArrayBatch>;
  /** The text without the array's elements, with the same line numbers; available after the last batch. */
  outside(): string;
}

// Small enough for the garbage collector's young generation, and large enough that parsing an element
// again that was split between two blocks costs little.
const BLOCK = 64 * 1024;
// Empty lines that replace the elements, so that what follows keeps its line number.
const LINES_KEPT = 1_000_000;

/**
 * Reads one array of a JSON object without keeping it in memory: its elements come in batches, and the
 * rest is a small text for `parseJson`. A byte-order mark is skipped. Memory is bounded by the limits for
 * one element and for the text outside the array, however many elements there are.
 */
export function streamArray(
  chunks: AsyncIterable<Uint8Array>,
  key: string,
  limits: StreamLimits,
): StreamedDocument {
  let before = "";
  let after = "";
  let reader: ElementReader | null = null;

  function enter(text: string): string {
    before += text;
    const start = findArray(before, key);
    if (start === -1) return "";
    const inside = before.slice(start);
    before = before.slice(0, start);
    reader = createElementReader(countLines(before) + 1, limits);
    return inside;
  }

  async function* batches(): AsyncGenerator<ArrayBatch> {
    for await (const block of readBlocks(chunks, limits.maxBytes)) {
      const text = reader ? block : enter(block);
      if (reader?.rest() === null) yield reader.push(text);
      else after += text;
      checkOutside(before.length + after.length, limits);
    }
    if (reader?.rest() === null) {
      throw new JsonStreamError("E_JSON", "the text is incomplete", reader.line());
    }
  }

  return {
    batches,
    outside: () => {
      const lines = Math.min(reader ? reader.line() - countLines(before) - 1 : 0, LINES_KEPT);
      return `${before}${"\n".repeat(lines)}${reader?.rest() ?? ""}${after}`;
    },
  };
}

function checkOutside(length: number, { maxOutsideBytes }: StreamLimits): void {
  if (length <= maxOutsideBytes) return;
  throw new JsonStreamError(
    "E_LIMIT",
    `it has more than ${formatBytes(maxOutsideBytes)} outside the list`,
    1,
  );
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

async function* readBlocks(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  const decode = blockDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxBytes)
      throw new JsonStreamError("E_LIMIT", `it is larger than ${formatBytes(maxBytes)}`, 1);
    for (let at = 0; at < chunk.length; at += BLOCK) {
      const part = chunk.subarray(at, at + BLOCK);
      parts.push(part);
      size += part.length;
      if (size < BLOCK) continue;
      yield decode(Buffer.concat(parts, size), true);
      parts = [];
      size = 0;
    }
  }
  yield decode(Buffer.concat(parts, size), false);
}

function blockDecoder(): (block: Uint8Array, more: boolean) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 1;
  let isFirst = true;
  return (block, more) => {
    let text: string;
    try {
      text = decoder.decode(block, { stream: more });
    } catch {
      const good = block.subarray(0, Math.max(0, utf8FaultAt(block)));
      const at = line + countLines(Buffer.from(good).toString("latin1"));
      throw new JsonStreamError("E_UTF8", "not UTF-8", at);
    }
    line += countLines(text);
    if (isFirst) text = withoutByteOrderMark(text);
    isFirst = false;
    return text;
  };
}
