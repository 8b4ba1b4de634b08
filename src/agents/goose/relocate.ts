import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import type { SessionDraft, SessionSource } from "../agent.ts";
import { recordsOf } from "../records/read-head.ts";
import { resetSettings } from "../records/reset-settings.ts";
import { messageId } from "./message-id.ts";
import { settingsRecords } from "./settings-records.ts";
import { isStoredAsItIs, STORED_DIFFERENTLY } from "./stored-text.ts";

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/**
 * The same session as a document to import. Sessions of sub-agents stay where they are: Goose would give them ids that
 * nobody knows before.
 */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  if (file === undefined) return;
  const reset = resetSettings(settingsRecords, draft);
  let count = 0;
  let time = 0;
  let head: string | null = headOf({}, draft);
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { text, number } of lines) {
      const [record] = recordsOf(text);
      const left = record && reset(record, `${file.path}:${number}`);
      if (!left) continue;
      if (left.type === "session") {
        if (head !== null && isObject(left.data)) head = headOf(left.data, draft);
        continue;
      }
      if (head !== null) yield head;
      head = null;
      if (!textsOf(left).every(isStoredAsItIs)) {
        const where = `${file.path}:${number}`;
        draft.loss({ kind: "changed", scope: "conversation", where, why: STORED_DIFFERENTLY });
      }
      // Goose sorts by time: a call must not come after its result.
      time = Math.max(time, Number(left.created) || 0);
      const message = moved({ ...left, created: time }, draft, ++count);
      yield `${count === 1 ? "" : ","}\n${JSON.stringify(message)}`;
    }
  }
  if (head !== null) yield head;
  yield "\n]}\n";
}

function textsOf({ content }: JsonObject): readonly string[] {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  return parts.flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? [text] : [],
  );
}

/** What a document must say of its session, where that does not. */
function headOf(session: JsonObject, { session_id, cwd, title, now }: SessionDraft): string {
  const time = now.toISOString();
  const required = {
    name: title,
    user_set_name: true,
    session_type: "user",
    created_at: time,
    updated_at: time,
    extension_data: {},
    message_count: 0,
  };
  const own = { ...required, ...session, id: session_id, working_dir: cwd };
  return `${JSON.stringify(own).slice(0, -1)},"conversation":[`;
}

function moved(record: JsonObject, { session_id }: SessionDraft, number: number): JsonObject {
  const { type: _type, id, content, ...rest } = record;
  const parts = Array.isArray(content) ? content.map(withoutSubAgent).map(withErrorAsText) : [];
  // By the first one the session is found again.
  const own = number === 1 ? messageId(session_id, 1) : (id ?? null);
  return { id: own, ...rest, content: parts };
}

/** Ids of sessions count from 1 on every day: elsewhere, the one of a sub-agent is that of any session. */
function withoutSubAgent(part: Json): Json {
  if (!isObject(part) || !isObject(part.toolResult)) return part;
  const { toolResult } = part;
  if (!isObject(toolResult.value) || toolResult.value._meta === undefined) return part;
  const { _meta, ...value } = toolResult.value;
  return { ...part, toolResult: { ...toolResult, value } };
}

/** Goose puts a number before every error that it imports. The text of a failed result stays as it is. */
function withErrorAsText(part: Json): Json {
  if (!isObject(part) || !isObject(part.toolResult)) return part;
  const { error } = part.toolResult;
  if (typeof error !== "string") return part;
  const value = { content: [{ type: "text", text: error }], isError: true };
  return { ...part, toolResult: { status: "success", value } };
}
