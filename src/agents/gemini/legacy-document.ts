import { readFile, stat } from "node:fs/promises";
import type { SourceFile } from "../agent.ts";
import { lineFile } from "../records/line-file.ts";
import { damagedLine, parseDocument } from "../records/parse-document.ts";

/** Sessions were one document up to version 0.38; a larger one than this is not read. */
const MAX_BYTES = 128 * 1024 * 1024;

/** A session that is one JSON document, as the log it would be today: a header, then its messages. */
export async function legacyDocument(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  return lineFile(name, size, async function* () {
    yield size > MAX_BYTES ? "(a document that is too large)\n" : await linesOf(path);
  });
}

async function linesOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  const document = parseDocument(text);
  if (document === null) return damagedLine(text);
  const { messages = [], ...header } = document;
  const list = Array.isArray(messages) ? messages : [];
  return [header, ...list].map((record) => `${JSON.stringify(record)}\n`).join("");
}
