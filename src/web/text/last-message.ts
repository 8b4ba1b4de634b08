import type { Row } from "../page.ts";
import { isPrompt } from "./message-writer.ts";
import { splitDocument } from "./split-document.ts";
import { splitInline } from "./split-text.ts";

/** The end of the last message of a conversation, on one line. */
export interface LastMessage {
  readonly isUser: boolean;
  readonly text: string;
}

const MAX_LENGTH = 240;
/** Characters at the end of a message that are looked at. */
const MAX_LOOKED_AT = 4_000;
const SPACE = /\s+/g;

/** The last paragraph that the user or the agent wrote; null where there is none among the rows. */
export function lastMessage(rows: readonly Row[]): LastMessage | null {
  const row = rows.findLast(
    (each) => each.group === undefined && (each.kind === "assistant" || isPrompt(each)),
  );
  if (row === undefined) return null;
  const parts = splitDocument(row.text.slice(-MAX_LOOKED_AT));
  const last = parts.findLast(({ kind }) => kind === "prose");
  const paragraph = last?.kind === "prose" ? last.text : row.text.slice(0, MAX_LOOKED_AT);
  const plain = splitInline(paragraph).map(({ text }) => text);
  const line = plain.join("").replace(SPACE, " ").trim();
  const text = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…` : line;
  return text === "" ? null : { isUser: row.kind === "user", text };
}
