import { isObject, type JsonObject } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import type { NativeOrder, SessionSource } from "../agent.ts";
import { recordsOf } from "../read-head.ts";
import { copiedId } from "./ids.ts";

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/**
 * The same session as a document to import under another id. Every message and part gets a new id,
 * because opencode skips those it has already; everything else stays.
 */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file] = source.files;
  if (file === undefined) return;
  const copy: Copy = { order, begun: false, messages: 0, message: "", parts: 0 };
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { text } of lines) {
      const [record] = recordsOf(text);
      if (record !== undefined) yield copied(record, copy);
    }
  }
  if (!copy.begun) yield head({}, copy);
  yield `${copy.messages === 0 ? "" : "]}"}]}\n`;
}

interface Copy {
  readonly order: NativeOrder;
  begun: boolean;
  messages: number;
  /** The new id of the message whose parts are being copied. */
  message: string;
  parts: number;
}

function copied({ type, id, data }: JsonObject, copy: Copy): string {
  const given = isObject(data) ? data : {};
  if (type === "session") return copy.begun ? "" : head(given, copy);
  const before = copy.begun ? "" : head({}, copy);
  const own = renamed({ ...given, ...(typeof id === "string" ? { id } : {}) }, copy.order);
  const sessionID = copy.order.session_id;
  if (type === "message") {
    const separator = copy.messages++ === 0 ? "\n" : "]},\n";
    copy.parts = 0;
    copy.message = String(own.id);
    return `${before}${separator}{"info":${JSON.stringify({ ...own, sessionID })},"parts":[`;
  }
  if (type !== "part" || copy.messages === 0) return before;
  const separator = copy.parts++ === 0 ? "" : ",";
  return before + separator + JSON.stringify({ ...own, sessionID, messageID: copy.message });
}

/** The document's beginning; a row and an exported session spell the same things differently. */
function head(info: JsonObject, copy: Copy): string {
  copy.begun = true;
  const { session_id, cwd, title, now } = copy.order;
  const time = isObject(info.time) ? info.time : {};
  const session = {
    id: session_id,
    slug: info.slug ?? session_id,
    projectID: "global",
    directory: cwd,
    title: info.title ?? title,
    version: info.version ?? "",
    time: { created: time.created ?? info.time_created ?? now.getTime(), updated: now.getTime() },
  };
  return `{"info":${JSON.stringify(session)},"messages":[`;
}

/** Ids that name other things of the session, and the folder that a message was made in. */
function renamed(given: JsonObject, { session_id, cwd }: NativeOrder): JsonObject {
  const ids = ["id", "parentID", "tail_start_id"].flatMap((key) => {
    const id = given[key];
    return typeof id === "string" ? [[key, copiedId(id, session_id)] as const] : [];
  });
  const path = isObject(given.path) ? { path: { ...given.path, cwd, root: cwd } } : {};
  return { ...given, ...Object.fromEntries(ids), ...path };
}
