import { readFile, stat } from "node:fs/promises";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { lineFile } from "../line-file.ts";

/** What `opencode export` writes is one document; a larger one than this is not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/** An exported session as the rows it came from. */
export async function exportedDocument(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  return lineFile(name, size, async function* () {
    const text = size > MAX_BYTES ? "(a document that is too large)" : await readFile(path, "utf8");
    yield* documentLines(text);
  });
}

/** A session, its messages and their parts as lines. */
export function* documentLines(text: string): Generator<string> {
  const document = parse(text);
  if (document === null) {
    yield `${text.replaceAll(/[\r\n]+/g, " ")}\n`; // One damaged record.
    return;
  }
  yield entityLine("session", document.info);
  const messages = Array.isArray(document.messages) ? document.messages : [];
  for (const message of messages) {
    if (!isObject(message)) continue;
    yield entityLine("message", message.info);
    const parts = Array.isArray(message.parts) ? message.parts : [];
    for (const part of parts) yield entityLine("part", part);
  }
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** One of opencode's own objects as a line, in the form that rows have. */
export function entityLine(type: string, data: Json | undefined): string {
  const id = isObject(data) ? data.id : undefined;
  return `${JSON.stringify({ type, id, data: data ?? null })}\n`;
}
