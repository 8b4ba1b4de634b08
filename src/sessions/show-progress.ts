import type { SessionSource, SourceFile } from "../agents/agent.ts";
import { formatNumber } from "../base/text/format-count.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

type Progress = OperationContext["progress"];

const MEGABYTE = 1_000_000;

/** The same session; every way through one of its files shows how far it is. */
export function showReading(source: SessionSource, progress: Progress): SessionSource {
  return { ...source, files: source.files.map((file) => watchFile(file, progress)) };
}

function watchFile(file: SourceFile, progress: Progress): SourceFile {
  const all = megabytes(file.bytes);
  const watch = async function* (chunks: AsyncIterable<Uint8Array>, from: number) {
    let bytes = from;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      progress(`reading: ${megabytes(bytes)} of ${all} MB`);
      yield chunk;
    }
  };
  return { ...file, read: (from = 0) => watch(file.read(from), from) };
}

/** The same text; shows how much of it was written. */
export async function* showWriting(
  text: AsyncIterable<string>,
  progress: Progress,
): AsyncGenerator<string> {
  let characters = 0;
  for await (const piece of text) {
    characters += piece.length;
    progress(`writing: ${megabytes(characters)} MB`);
    yield piece;
  }
}

function megabytes(bytes: number): string {
  return formatNumber(Math.ceil(bytes / MEGABYTE));
}
