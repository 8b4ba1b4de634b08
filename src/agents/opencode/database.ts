import type { FoundSession, SourceFile } from "../agent.ts";
import { lineFile } from "../records/line-file.ts";
import { recordsOf } from "../records/read-head.ts";
import { makerOfDatabase } from "./maker.ts";
import { type OpencodeStore, openStore } from "./open-store.ts";
import type { OpencodeProgram } from "./program.ts";
import { contextOf, rowsOfSessionMessage } from "./session-message-rows.ts";
import {
  CHILDREN,
  CHILDREN_2,
  HAS_TABLE,
  LAST_MODEL,
  LAST_MODEL_2,
  MESSAGES,
  NEWEST,
  NEWEST_2,
  PARTS,
  SESSION,
  SESSION_2,
  SESSIONS,
  SESSIONS_2,
  SIZES,
  SIZES_2,
  TODOS,
} from "./tables.ts";

/** Refuses a database in which the sessions of a program could not be read. */
export function checkDatabase(program: OpencodeProgram, path: string): void {
  openStore(program, path).close();
}

/** Whether a program made a database; one that cannot be read is nobody's. */
export function isDatabaseOf(program: OpencodeProgram, path: string): boolean {
  let store: OpencodeStore | undefined;
  try {
    store = openStore(program, path);
    return makerOfDatabase(store.database) === program.id;
  } catch {
    return false;
  } finally {
    store?.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Every session of a database, the one changed last first. One that both versions have is there once. */
export function sessionsIn(program: OpencodeProgram, path: string): FoundSession[] {
  const store = openStore(program, path);
  try {
    const sizes = sizesIn(store);
    const found = new Map<string, FoundSession>();
    for (const row of sessionRows(store)) {
      const id = String(row.id);
      const modified_ms = Number(row.time_updated ?? 0);
      const before = found.get(id)?.modified_ms ?? 0;
      found.set(id, {
        agent: program.id,
        id,
        path,
        cwd: typeof row.directory === "string" ? row.directory : null,
        bytes: sizes.get(id) ?? 0,
        modified_ms: Math.max(modified_ms, before),
        parent_id: typeof row.parent_id === "string" ? row.parent_id : null,
      });
    }
    return [...found.values()].sort((left, right) => right.modified_ms - left.modified_ms);
  } finally {
    store.close();
  }
}

/** The rows of all sessions, those of version 2 last. */
function* sessionRows({ database, hasVersion1, hasSessions2 }: OpencodeStore): Generator<Row> {
  if (hasVersion1) yield* database.prepare(SESSIONS).iterate();
  if (hasSessions2) yield* database.prepare(SESSIONS_2).iterate();
}

function sizesIn({ database, hasVersion1, messages2 }: OpencodeStore): Map<string, number> {
  const sizes = new Map<string, number>();
  const statements = [...(hasVersion1 ? [SIZES] : []), ...(messages2 === null ? [] : [SIZES_2])];
  for (const statement of statements) {
    for (const { id, bytes } of database.prepare(statement).iterate()) {
      sizes.set(String(id), Math.max(sizes.get(String(id)) ?? 0, Number(bytes)));
    }
  }
  return sizes;
}

/** The model that answered last in a database; null when none did. */
export function lastModelIn(
  program: OpencodeProgram,
  path: string,
): { provider: string; model: string } | null {
  let store: OpencodeStore | undefined;
  try {
    store = openStore(program, path);
    const { database, hasVersion1, messages2 } = store;
    const version1 = hasVersion1 ? database.prepare(LAST_MODEL).get() : undefined;
    const version2 = messages2 === null ? undefined : database.prepare(LAST_MODEL_2).get();
    const isNewer = Number(version2?.at ?? -1) >= Number(version1?.at ?? 0);
    const { provider, model } = (isNewer ? version2 : version1) ?? {};
    if (typeof provider !== "string" || typeof model !== "string") return null;
    return { provider, model };
  } catch {
    return null; // No database, or a row that is no JSON: the model is then the user's to name.
  } finally {
    store?.close();
  }
}

/** A session of a database and those it started, each as a stream of its rows. */
export function filesIn(program: OpencodeProgram, { path, id, bytes }: FoundSession): SourceFile[] {
  const store = openStore(program, path);
  try {
    const { database, hasVersion1, hasSessions2 } = store;
    const statements = [...(hasVersion1 ? [CHILDREN] : []), ...(hasSessions2 ? [CHILDREN_2] : [])];
    const ids = new Set([id]);
    // The set grows while it is walked, so that sub-agents of sub-agents come too, each once.
    for (const each of ids) {
      for (const statement of statements) {
        for (const child of database.prepare(statement).all(each)) ids.add(String(child.id));
      }
    }
    return [...ids].map((each) => rowsOf(program, path, each, each === id ? bytes : 0));
  } finally {
    store.close();
  }
}

function rowsOf(program: OpencodeProgram, path: string, id: string, bytes: number): SourceFile {
  return lineFile(id, bytes, function* () {
    const store = openStore(program, path);
    try {
      yield* isInVersion2(store, id) ? linesOfVersion2(store, id) : linesOfVersion1(store, id);
    } finally {
      store.close();
    }
  });
}

/** Which tables to read a session from: both may have it, and only one of them was written to last. */
function isInVersion2(store: OpencodeStore, id: string): boolean {
  const { database, hasVersion1, messages2 } = store;
  if (messages2 === null) return false;
  const version1 = hasVersion1 ? database.prepare(NEWEST).get(id)?.at : null;
  const version2 = database.prepare(NEWEST_2).get(id)?.at;
  if (typeof version2 !== "number") return !hasVersion1;
  return typeof version1 !== "number" || version2 >= version1;
}

/** The rows of a session, each as a line: the session, every message with its parts, then the rest. */
function* linesOfVersion1({ database }: OpencodeStore, id: string): Generator<string> {
  const session = database.prepare(SESSION).get(id);
  if (session !== undefined) yield lineOf({ type: "session", data: session });
  const parts = database.prepare(PARTS);
  for (const message of database.prepare(MESSAGES).iterate(id)) {
    yield rowLine("message", message);
    for (const part of parts.all(message.id ?? null)) yield rowLine("part", part);
  }
  if (database.prepare(HAS_TABLE).get("todo") === undefined) return;
  for (const todo of database.prepare(TODOS).iterate(id))
    yield lineOf({ type: "todo", data: todo });
}

/** The rows of a session of version 2, as lines in the form of version 1. */
function* linesOfVersion2(store: OpencodeStore, id: string): Generator<string> {
  const { database, hasVersion1, hasSessions2, messages2 } = store;
  const session =
    (hasSessions2 ? database.prepare(SESSION_2).get(id) : undefined) ??
    (hasVersion1 ? database.prepare(SESSION).get(id) : undefined);
  if (session !== undefined) yield lineOf({ type: "session", data: session });
  const [fields = {}] = recordsOf(JSON.stringify(session ?? {}));
  const context = contextOf(fields);
  if (messages2 === null) return;
  for (const row of database.prepare(messages2).iterate(id)) {
    const [data] = recordsOf(String(row.data).replaceAll("\n", " "));
    const message = { id: String(row.id), type: String(row.type) };
    // What is damaged or nested too deeply is passed on as it is, for the reader to report.
    if (data === undefined) yield rowLine("session_message", { id: row.id, data: row.data });
    else for (const each of rowsOfSessionMessage({ ...message, data }, context)) yield lineOf(each);
  }
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** Stored JSON is copied without being parsed. */
function rowLine(type: string, { data, ...columns }: Row): string {
  const text = String(data).replaceAll("\n", " ");
  return `${JSON.stringify({ type, ...columns }).slice(0, -1)},"data":${text}}\n`;
}
