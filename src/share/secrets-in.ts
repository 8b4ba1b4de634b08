import type { FileSet } from "../base/file-set.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import type { Redaction, Redactor } from "../redact/redactor.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** Largest file that is looked through in one piece; of a larger one, pieces of this size. */
const PIECE_BYTES = 16 * 1024 * 1024;

/** What may be secret in files, each with its place. Nothing is changed. */
export async function secretsIn(
  files: FileSet,
  redactor: Redactor,
  { progress, signal }: Pick<OperationContext, "progress" | "signal">,
): Promise<readonly Redaction[]> {
  let count = 0;
  for await (const entry of files.entries()) {
    if (entry.kind !== "file") continue;
    signal.throwIfAborted();
    if (++count % 100 === 0) progress(`looked for secrets in ${count} files`);
    for await (const text of textsOf(entry.read())) redactor.text(text, entry.path);
  }
  return redactor.report();
}

/** A file's text in pieces that end with a line; nothing of a file that is no text. */
async function* textsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(Uint8Array.from(piece));
    size += piece.length;
    if (size < PIECE_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    const end = bytes.lastIndexOf(10) + 1 || bytes.length;
    const text = decodeUtf8(bytes.subarray(0, end));
    if (text === null) return;
    yield text;
    waiting = [bytes.subarray(end)];
    size = bytes.length - end;
  }
  const text = decodeUtf8(Buffer.concat(waiting));
  if (text !== null) yield text;
}
