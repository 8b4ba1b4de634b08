import { dirname, join } from "node:path";
import { isObject, type Json, type JsonObject } from "../../../base/json/value.ts";
import { readLines } from "../../../base/jsonl.ts";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../../agent.ts";
import { parseDocument } from "../../records/parse-document.ts";
import { recordsOf } from "../../records/read-head.ts";
import { resetSettings } from "../../records/reset-settings.ts";
import { documentLines } from "../export-document.ts";
import { settingsRecords } from "../settings-records.ts";
import { type DocumentForm, documentForm } from "./document-form.ts";
import { copiedId, idShift } from "./ids.ts";

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/**
 * The same session as a document to import. Under another id every message and part gets a new one
 * too, because opencode skips those it has already; everything else stays.
 */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  if (file !== undefined) yield* documentOf(file, draft, newIdsFor(source, draft));
}

/** The sessions of its sub-agents, as documents beside its own. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const names = newIdsFor(source, draft);
  return source.files.slice(1).map((file) => {
    // The rows of a session are called by its id.
    const to = names.get(file.path) ?? file.path;
    return {
      source: file.path,
      path: join(dirname(target), `${to}.json`),
      renamed: [file.path, to],
      text: (loss) => documentOf(file, { ...draft, loss, session_id: to }, names),
    };
  });
}

/** The ids that the session and its sub-agents get. */
function newIdsFor({ session, files }: SessionSource, draft: SessionDraft): NewIds {
  const names = new Map([[session.id, draft.session_id]]);
  for (const { path } of files.slice(1)) {
    const isSame = session.id === draft.session_id;
    names.set(path, isSame ? path : copiedId(path, draft.session_id));
  }
  return names;
}

type NewIds = ReadonlyMap<string, string>;

async function* documentOf(
  file: SourceFile,
  draft: SessionDraft,
  names: NewIds,
): AsyncGenerator<string> {
  const form = documentForm(draft.settings);
  const copy: Copy = { draft, form, names, from: null, shift: 0n, info: null, parts: [], count: 0 };
  const reset = resetSettings(settingsRecords, draft);
  let line = 0;
  for await (const record of rowsOf(file)) {
    line++; // Of damaged rows as well.
    const remaining = record && reset(record, `${file.path}:${line}`);
    if (remaining !== null) yield* copyRow(remaining, copy);
  }
  yield* endMessage(copy);
  if (copy.from === null) yield head({}, copy);
  yield "\n]}\n";
}

/** The rows of a session, line by line, with null for a damaged one; a document is taken apart first. */
async function* rowsOf(file: SourceFile): AsyncGenerator<JsonObject | null> {
  let document: string | null = null;
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { text, number } of lines) {
      if (number === 1 && /^\s*\{\s*"info"\s*:|^\s*\{\s*$/.test(text)) document = "";
      if (document === null) yield recordsOf(text)[0] ?? null;
      else document += `${text}\n`;
    }
  }
  if (document === null) return;
  for (const line of documentLines(document)) yield recordsOf(line)[0] ?? null;
}

interface Copy {
  readonly draft: SessionDraft;
  readonly form: DocumentForm;
  readonly names: NewIds;
  /** The session's own id; null until its row was seen. */
  from: string | null;
  /** What is taken from the time parts of its ids. */
  shift: bigint;
  /** The message whose parts are being gathered. */
  info: JsonObject | null;
  parts: JsonObject[];
  count: number;
}

function* copyRow({ type, id, data }: JsonObject, copy: Copy): Generator<string> {
  const fields = isObject(data) ? data : {};
  if (type === "session") {
    if (copy.from === null) yield head(fields, copy);
    return;
  }
  if (copy.from === null) yield head({}, copy);
  const own = withNewIds({ ...fields, ...(typeof id === "string" ? { id } : {}) }, copy);
  const sessionID = copy.draft.session_id;
  if (type === "message") {
    yield* endMessage(copy);
    copy.info = { ...own, sessionID };
  } else if (type === "part" && copy.info !== null) {
    const part = { ...own, sessionID, messageID: copy.info.id };
    copy.parts.push(withSubAgent(part, copy.names));
  }
}

/** A call that started a sub-agent knows its session; what it answered stays as it was said. */
function withSubAgent(part: JsonObject, names: NewIds): JsonObject {
  const { state } = part;
  if (!isObject(state) || !isObject(state.metadata)) return part;
  const to = names.get(String(state.metadata.sessionId));
  if (to === undefined) return part;
  return { ...part, state: { ...state, metadata: { ...state.metadata, sessionId: to } } };
}

function* endMessage(copy: Copy): Generator<string> {
  const { info, parts } = copy;
  if (info === null) return;
  copy.info = null;
  copy.parts = [];
  for (const each of copy.form.messages({ info, parts })) {
    yield `${copy.count++ === 0 ? "" : ","}\n${JSON.stringify(each)}`;
  }
}

/** The document's beginning; a row and an exported session spell the same things differently. */
function head(info: JsonObject, copy: Copy): string {
  const { session_id, cwd, title, now } = copy.draft;
  copy.from = typeof info.id === "string" ? info.id : "";
  copy.shift = idShift(isObject(info.time) ? info.time.updated : info.time_updated, now);
  const named = { id: session_id, directory: cwd };
  const fromRow = {
    id: session_id,
    slug: info.slug ?? session_id,
    projectID: "global",
    directory: cwd,
    title: info.title ?? title,
    version: info.version ?? "",
    time: {
      created: info.time_created ?? now.getTime(),
      updated: info.time_updated ?? now.getTime(),
    },
  };
  const parent = copy.names.get(String(info.parent_id ?? info.parentID));
  const child = parent === undefined ? {} : { parentID: parent };
  const kept = copy.draft.carriedSettings === "all" ? rowSettings(info) : {};
  const session = {
    ...(isObject(info.time) ? { ...info, ...named } : { ...fromRow, ...kept }),
    ...child,
    ...revertOf(info, copy),
  };
  return `{"info":${JSON.stringify(copy.form.sessionInfo(session))},"messages":[`;
}

/** The settings of a row, which has structures as texts. */
function rowSettings({ permission, agent, model }: JsonObject): JsonObject {
  const fields = { permission: structureOf(permission), agent, model: structureOf(model) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value)));
}

/** What was taken back stays taken back; the files are not put back with it. */
function revertOf({ revert: recorded }: JsonObject, { draft, from, shift }: Copy): JsonObject {
  const revert = structureOf(recorded);
  if (!isObject(revert) || typeof revert.messageID !== "string") return {};
  const idOf = (id: string) =>
    from === draft.session_id ? id : copiedId(id, draft.session_id, shift);
  const part = typeof revert.partID === "string" ? { partID: idOf(revert.partID) } : {};
  return { revert: { messageID: idOf(revert.messageID), ...part } };
}

function structureOf(value: JsonObject[string]): Json | undefined {
  return typeof value === "string" ? (parseDocument(`{"value":${value}}`)?.value ?? value) : value;
}

/** Ids that name other things of the session, and the folder that a message was made in. */
function withNewIds(fields: JsonObject, { draft, from, shift }: Copy): JsonObject {
  const { session_id, cwd } = draft;
  const path = isObject(fields.path) ? { path: { ...fields.path, cwd, root: cwd } } : {};
  if (from === session_id) return { ...fields, ...path };
  const ids = ["id", "parentID", "tail_start_id"].flatMap((key) => {
    const id = fields[key];
    return typeof id === "string" ? [[key, copiedId(id, session_id, shift)] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(ids), ...path };
}
