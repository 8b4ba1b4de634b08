import type { SourceFile } from "../agent.ts";

/** A stream of records that no single file contains as lines: rows of a database, parts of a document. */
export function lineFile(
  path: string,
  bytes: number,
  lines: () => Iterable<string> | AsyncIterable<string>,
): SourceFile {
  return {
    path,
    bytes,
    async *read(from = 0) {
      let passed = 0;
      for await (const line of lines()) {
        const piece = Buffer.from(line);
        passed += piece.length;
        if (passed > from) yield piece.subarray(Math.max(0, from - (passed - piece.length)));
      }
    },
  };
}
