import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { FoundSession, SourceFile } from "../agent.ts";
import { openAgentDatabase } from "../records/agent-database.ts";
import { lineFile } from "../records/line-file.ts";
import type { ForeignDatabase } from "../records/open-database.ts";
import { parseDocument } from "../records/parse-document.ts";
import { messageLine, messageTypes, sessionLine } from "./message-lines.ts";
import { COUNT, LINKS, MESSAGES, OWNER, SESSION, SESSIONS, SIZES, VISIBILITY } from "./tables.ts";

const STATEMENTS = [COUNT, LINKS, MESSAGES, OWNER, SESSION, SESSIONS, SIZES, VISIBILITY];
const OWN = {
  displayName: "Goose",
  damageCure: "see whether `goose session list` still works; move a damaged database away",
  layoutCure: "install a version of Holdall that supports this Goose",
};

function reading<Result>(path: string, read: (opened: ForeignDatabase) => Result): Result {
  const opened = openAgentDatabase(OWN, path, () => STATEMENTS);
  try {
    return read(opened);
  } finally {
    opened.close();
  }
}

/** Refuses a database in which the sessions could not be read. */
export function checkDatabase(path: string): void {
  reading(path, () => undefined);
}

type Row = Readonly<Record<string, unknown>>;

/** Every session of a database, the one changed last first. */
export function sessionsIn(path: string): FoundSession[] {
  return reading(path, ({ database }) => {
    const sizes = new Map(
      database
        .prepare(SIZES)
        .all()
        .map(({ id, bytes }) => [String(id), Number(bytes)]),
    );
    const rows: readonly Row[] = database.prepare(SESSIONS).all();
    const parents = rows.some(isSubAgent) ? parentsIn(database) : new Map<string, string>();
    return rows.map((row) => {
      const id = String(row.id);
      return {
        agent: "goose",
        id,
        path,
        cwd: typeof row.working_dir === "string" ? row.working_dir : null,
        bytes: sizes.get(id) ?? 0,
        modified_ms: Date.parse(timeOf(row.updated_at)) || 0,
        // What a message says of a session counts only if that says the same of itself.
        parent_id: isSubAgent(row) ? (parents.get(id) ?? null) : null,
        ...(row.archived_at ? { archived: true } : {}),
      };
    });
  });
}

function isSubAgent({ session_type }: Row): boolean {
  return session_type === "sub_agent";
}

/** The sessions that started others, by the others' ids: a result names the session in which it was worked out. */
function parentsIn(database: ForeignDatabase["database"]): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { session_id, content_json } of database.prepare(LINKS).iterate()) {
    const { content } = parseDocument(`{"content":${content_json}}`) ?? {};
    for (const part of Array.isArray(content) ? content : []) {
      const child = isObject(part) ? subAgentOf(part) : null;
      if (child !== null && child !== session_id) parents.set(child, String(session_id));
    }
  }
  return parents;
}

function subAgentOf({ toolResult }: JsonObject): string | null {
  const value = isObject(toolResult) ? toolResult.value : undefined;
  const meta = isObject(value) ? value._meta : undefined;
  const id = isObject(meta) ? meta.subagent_session_id : undefined;
  return typeof id === "string" ? id : null;
}

/** SQLite's time, which is that of Greenwich, as RFC 3339. */
function timeOf(value: unknown): string {
  return `${value}`.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, "$1T$2Z");
}

/** A session of a database and those it started, each as a stream of its rows. */
export function filesIn(session: FoundSession): SourceFile[] {
  const { path, id, bytes } = session;
  const all = sessionsIn(path);
  const ids = new Set([id]);
  // The set grows while it is walked, so that sub-agents of sub-agents come too, each once.
  for (const parent of ids) {
    for (const child of all) if (child.parent_id === parent) ids.add(child.id);
  }
  return [...ids].map((each) => rowsOf(path, each, each === id ? bytes : 0));
}

function rowsOf(path: string, id: string, bytes: number): SourceFile {
  return lineFile(id, bytes, function* () {
    const { database, close } = openAgentDatabase(OWN, path, () => STATEMENTS);
    try {
      const session = database.prepare(SESSION).get(id);
      if (session !== undefined) yield sessionLine(exported(session));
      const used = new Set<string>();
      const types = messageTypes(visibilities(database.prepare(VISIBILITY).iterate(id)));
      for (const row of database.prepare(MESSAGES).iterate(id)) {
        const { message_id, role, created_timestamp, content_json, metadata_json } = row;
        const message = {
          id: String(message_id ?? "message"),
          role: String(role),
          created: Number(created_timestamp),
          content: String(content_json),
          metadata: parseDocument(String(metadata_json)) ?? {},
        };
        yield messageLine(types.next().value ?? "message", message, used);
      }
    } finally {
      close();
    }
  });
}

function* visibilities(rows: Iterable<Row>) {
  for (const { role, metadata_json } of rows) {
    yield { role: String(role), metadata: parseDocument(String(metadata_json)) ?? {} };
  }
}

/** Columns that contain JSON, by the names that they have in a document. */
const JSON_COLUMNS = [
  ["extension_data", "extension_data"],
  ["recipe_json", "recipe"],
  ["user_recipe_values_json", "user_recipe_values"],
  ["model_config_json", "model_config"],
] as const;

/** The row of a session as `goose session export` writes it. */
function exported(row: Row): JsonObject {
  const columns = new Map(Object.entries(row));
  const parsed = JSON_COLUMNS.map(([column, name]) => {
    const value = parseDocument(String(columns.get(column) ?? ""));
    columns.delete(column);
    return [name, value] as const;
  });
  const times = ["created_at", "updated_at"].map((name) => [name, timeOf(row[name])] as const);
  const user_set_name = row.user_set_name === 1;
  const plain = [...columns].filter(([, value]) => value !== null && value !== "");
  const filled = parsed.filter(([, value]) => value !== null);
  return JSON.parse(
    JSON.stringify(
      Object.fromEntries([...plain, ...times, ["user_set_name", user_set_name], ...filled]),
    ),
  );
}

/** When a session began; null for one that is not there. */
export function startOf({ path, id }: FoundSession): string | null {
  const start = reading(path, ({ database }) => database.prepare(SESSION).get(id)?.created_at);
  return typeof start === "string" ? start : null;
}

/** The session that contains a message; null where none does. */
export function ownerOf(path: string, message: string): string | null {
  return reading(path, ({ database }) => {
    const id = database.prepare(OWNER).get(message)?.session_id;
    return typeof id === "string" ? id : null;
  });
}

/** How many messages a session has. */
export function messageCount(path: string, id: string): number {
  return reading(path, ({ database }) => Number(database.prepare(COUNT).get(id)?.count ?? 0));
}
