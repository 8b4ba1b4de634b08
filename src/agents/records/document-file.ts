import { readFile, stat } from "node:fs/promises";
import type { SourceFile } from "../agent.ts";
import { lineFile } from "./line-file.ts";

/** A session that is one document is read at once; a larger one than this is not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A document as a stream of the records that it contains. */
export async function documentFile(
  path: string,
  name: string,
  linesOf: (text: string) => Iterable<string>,
): Promise<SourceFile> {
  const { size } = await stat(path);
  return lineFile(name, size, async function* () {
    const text = size > MAX_BYTES ? "(a document that is too large)" : await readFile(path, "utf8");
    yield* linesOf(text);
  });
}
