import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { HoldallError } from "../../base/errors.ts";
import type { FoundSession, SourceFile } from "../agent.ts";
import { lineFile } from "../records/line-file.ts";
import {
  CHILDREN,
  HAS_TABLE,
  LAST_MODEL,
  MESSAGES,
  NEXT_MESSAGES,
  PARTS,
  SESSION,
  SESSIONS,
  SIZES,
  TODOS,
} from "./tables.ts";

/** Opens opencode's database for reading; refuses what is none, and a layout we do not know. */
function openDatabase(path: string): DatabaseSync {
  // A database in a folder that cannot be written is still read, as it is in its file.
  const unchanging = new URL("?immutable=1", pathToFileURL(path));
  let why = "";
  for (const location of [path, unchanging]) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(location, { readOnly: true, timeout: 5000 });
      database.prepare(HAS_TABLE).get("session");
    } catch (error) {
      database?.close();
      why = error instanceof Error ? error.message : String(error);
      continue; // Tried in the other way, or no database at all.
    }
    return withKnownLayout(database, path);
  }
  throw new HoldallError("E_FORMAT", `Cannot read opencode's database "${path}": ${why}`, {
    cure: "see whether `opencode session list` still works; move a damaged database away",
  });
}

/** A statement on a table or a column that is not there cannot be prepared. */
function withKnownLayout(database: DatabaseSync, path: string): DatabaseSync {
  try {
    for (const statement of [SESSIONS, SESSION, CHILDREN, MESSAGES, PARTS, SIZES]) {
      database.prepare(statement);
    }
    return database;
  } catch (error) {
    database.close();
    const why = error instanceof Error ? error.message : String(error);
    const message = `Cannot read opencode's database "${path}": its layout is unknown (${why})`;
    throw new HoldallError("E_VERSION", message, {
      cure: "name another database in OPENCODE_DB, or install a version of Holdall that supports this opencode",
    });
  }
}

/** Refuses a database in which opencode's sessions could not be read. */
export function checkDatabase(path: string): void {
  openDatabase(path).close();
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare(HAS_TABLE).get(name) !== undefined;
}

/** Every session of a database, the one changed last first. */
export function sessionsIn(path: string): FoundSession[] {
  const database = openDatabase(path);
  try {
    const sizes = new Map(
      database
        .prepare(SIZES)
        .all()
        .map(({ id, bytes }) => [id, bytes]),
    );
    return database
      .prepare(SESSIONS)
      .all()
      .map((row) => ({
        agent: "opencode",
        id: String(row.id),
        path,
        cwd: typeof row.directory === "string" ? row.directory : null,
        bytes: Number(sizes.get(row.id ?? null) ?? 0),
        modified_ms: Number(row.time_updated ?? 0),
        parent_id: typeof row.parent_id === "string" ? row.parent_id : null,
      }));
  } finally {
    database.close();
  }
}

/** The model that answered last in a database; null when none did. */
export function lastModelIn(path: string): { provider: string; model: string } | null {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    const { provider, model } = database.prepare(LAST_MODEL).get() ?? {};
    if (typeof provider !== "string" || typeof model !== "string") return null;
    return { provider, model };
  } catch {
    return null; // No database, or a row that is no JSON: the model is then the user's to name.
  } finally {
    database?.close();
  }
}

/** A session of a database and those it started, each as a stream of its rows. */
export function filesIn({ path, id, bytes }: FoundSession): SourceFile[] {
  const database = openDatabase(path);
  try {
    const ids = new Set([id]);
    // The set grows while it is walked, so that sub-agents of sub-agents come too, each once.
    for (const each of ids) {
      for (const child of database.prepare(CHILDREN).all(each)) ids.add(String(child.id));
    }
    return [...ids].map((each) => rowsOf(path, each, each === id ? bytes : 0));
  } finally {
    database.close();
  }
}

function rowsOf(path: string, id: string, bytes: number): SourceFile {
  return lineFile(id, bytes, function* () {
    const database = openDatabase(path);
    try {
      yield* linesOf(database, id);
    } finally {
      database.close();
    }
  });
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of a session, each as a line: the session, every message with its parts, then the rest. */
function* linesOf(database: DatabaseSync, id: string): Generator<string> {
  const session = database.prepare(SESSION).get(id);
  if (session !== undefined) yield `${JSON.stringify({ type: "session", data: session })}\n`;
  const parts = database.prepare(PARTS);
  for (const message of database.prepare(MESSAGES).iterate(id)) {
    yield rowLine("message", message);
    for (const part of parts.all(message.id ?? null)) yield rowLine("part", part);
  }
  if (hasTable(database, "todo")) {
    for (const todo of database.prepare(TODOS).iterate(id)) {
      yield `${JSON.stringify({ type: "todo", data: todo })}\n`;
    }
  }
  if (!hasTable(database, "session_message")) return;
  for (const row of database.prepare(NEXT_MESSAGES).iterate(id))
    yield rowLine("session_message", row);
}

/** The JSON in a row is put in as it is: it is kept, and need not be read to be passed on. */
function rowLine(type: string, { data, ...columns }: Row): string {
  const text = String(data).replaceAll("\n", " ");
  return `${JSON.stringify({ type, ...columns }).slice(0, -1)},"data":${text}}\n`;
}
