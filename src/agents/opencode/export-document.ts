import { isObject, type Json } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { asText } from "../as-text.ts";
import { documentFile } from "../records/document-file.ts";
import { damagedLine, parseDocument } from "../records/parse-document.ts";
import { contextOf, rowsOfSessionMessage } from "./session-message-rows.ts";

/** An exported session as the rows it came from. */
export function exportedDocument(path: string, name: string): Promise<SourceFile> {
  return documentFile(path, name, documentLines);
}

/** A session, its messages and their parts as lines. */
export function* documentLines(text: string): Generator<string> {
  const document = parseDocument(text);
  if (document === null) {
    yield damagedLine(text);
    return;
  }
  yield entityLine("session", document.info);
  const messages = Array.isArray(document.messages) ? document.messages : [];
  const context = contextOf(isObject(document.info) ? document.info : {});
  for (const message of messages) {
    if (!isObject(message)) continue;
    if (message.info === undefined && typeof message.type === "string") {
      const { id, type, ...data } = message;
      const rows = rowsOfSessionMessage({ id: asText(id), type: asText(type), data }, context);
      for (const row of rows) yield `${JSON.stringify(row)}\n`;
      continue;
    }
    yield entityLine("message", message.info);
    const parts = Array.isArray(message.parts) ? message.parts : [];
    for (const part of parts) yield entityLine("part", part);
  }
}

/** One of opencode's own objects as a line, in the form that rows have. */
export function entityLine(type: string, data: Json | undefined): string {
  const id = isObject(data) ? data.id : undefined;
  return `${JSON.stringify({ type, id, data: data ?? null })}\n`;
}
