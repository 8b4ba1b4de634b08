import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { damagedLine, parseDocument } from "../records/parse-document.ts";

/** A message as the database or a document has it. */
export interface MessageRow {
  readonly id: string;
  readonly role: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Text of JSON, which is passed on as it is. */
  readonly content: string;
  readonly metadata: JsonObject;
}

/** What decides who sees a message. */
export type Visibility = Pick<MessageRow, "role" | "metadata">;

/**
 * What the messages of a session are, one after the other: `message`, `summary`, or `note` for one that the model is
 * not sent. After a compaction, all that is before the first message that the model sees is history.
 */
export function* messageTypes(rows: Iterable<Visibility>): Generator<string> {
  let isAfterFirst = false;
  let hidden = 0;
  for (const row of rows) {
    if (isSent(row) && !isAfterFirst) {
      const isSummary = row.role === "user" && row.metadata.userVisible === false;
      for (; hidden > 0; hidden--) yield isSummary ? "message" : "note";
      yield isSummary ? "summary" : "message";
      isAfterFirst = true;
    } else if (isAfterFirst) yield isSent(row) ? "message" : "note";
    else hidden++;
  }
  for (; hidden > 0; hidden--) yield "note";
}

function isSent({ metadata }: Visibility): boolean {
  return metadata.agentVisible !== false;
}

/** The line of a message; one whose content is no JSON makes a damaged line, for the reader to report. */
export function messageLine(
  type: string,
  { content, ...row }: MessageRow,
  used: Set<string>,
): string {
  // Ids of messages come from the model's provider, which may count from 1 again.
  let { id } = row;
  for (let count = 2; used.has(id); count++) id = `${row.id}#${count}`;
  used.add(id);
  const known = JSON.stringify({ ...row, type, id });
  return `{"content":${content.replaceAll(/[\r\n]+/g, " ")},${known.slice(1)}\n`;
}

/** The record of a session itself. */
export function sessionLine(data: JsonObject): string {
  return `${JSON.stringify({ type: "session", data })}\n`;
}

/** What `goose session export` writes and `goose session import` takes, as lines. */
export function* documentLines(text: string): Generator<string> {
  const document = parseDocument(text);
  if (document === null) {
    yield damagedLine(text);
    return;
  }
  const { conversation, ...session } = document;
  yield sessionLine(session);
  const messages = Array.isArray(conversation) ? conversation.map(rowOf) : [];
  const used = new Set<string>();
  const types = messageTypes(messages);
  for (const message of messages) yield messageLine(types.next().value, message, used);
}

function rowOf(message: Json): MessageRow {
  const { id, role, created, content = null, metadata } = isObject(message) ? message : {};
  return {
    id: typeof id === "string" ? id : "message",
    role: typeof role === "string" ? role : "(none)",
    created: typeof created === "number" ? created : 0,
    content: JSON.stringify(content),
    metadata: isObject(metadata) ? metadata : {},
  };
}
