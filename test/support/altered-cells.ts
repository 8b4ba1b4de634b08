import fs from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { HoldallError } from "../../src/base/errors.ts";
import { fitLines } from "../../src/cli/fit-lines.ts";
import { presenterOf } from "../../src/cli/present/registry.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import { loadOperation, type OperationName } from "../../src/operations/registry.ts";
import type { FullWorkspace } from "./full-workspace.ts";
import { contextIn } from "./operations.ts";

const DATABASE = "ledger.sqlite";

/** A cell of a table of a workspace. */
export interface Cell {
  readonly table: string;
  readonly column: string;
  readonly rowid: number;
}

/** What a stranger writes into a cell: nothing, another type, numbers out of range, texts of every kind. */
export const altered: Readonly<Record<string, SQLInputValue>> = {
  null: null,
  text: "altered",
  integer: 7,
  fraction: 0.5,
  negative: -1,
  "beyond 2^53": 2n ** 53n + 1n,
  "2^63-1": 2n ** 63n - 1n,
  "huge fraction": 1e300,
  blob: new Uint8Array([0, 0xff, 0x80, 0x7b]),
  "empty text": "",
  "long text": "tide ".repeat(60_000),
  "control characters": "\u001b[2J\u0007\u0000\u202e\n",
  "malformed JSON": '{"a":[1,',
  "null in JSON": "null",
  "list in JSON": "[]",
  "number in JSON": "1e999",
  "object in JSON": '{"__proto__":{"a":1},"name":[]}',
  "deep JSON": "[".repeat(20_000),
};

/** The first and the last row of every table, cell by cell. */
export function cellsOf(folder: string): readonly Cell[] {
  const database = new DatabaseSync(path.join(folder, DATABASE));
  try {
    return tablesOf(database).flatMap((table) => {
      const columns = database.prepare(`pragma table_info(${table})`).all();
      const rows = database.prepare(
        `select min(rowid) as rowid from ${table} union select max(rowid) from ${table}`,
      );
      const rowids = rows.all().map(({ rowid }) => rowid);
      return rowids.flatMap((rowid) =>
        typeof rowid === "number"
          ? columns.map(({ name }) => ({ table, column: String(name), rowid }))
          : [],
      );
    });
  } finally {
    database.close();
  }
}

/** Tables that have row ids; those of a full-text index follow from others. */
function tablesOf(database: DatabaseSync): readonly string[] {
  const sql = `select name from pragma_table_list where schema = 'main' and type = 'table'
    and wr = 0 and name not like 'sqlite_%' order by name`;
  return database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

/**
 * Writes a value into a cell as somebody with the file can: past triggers, conditions and `not null`, all of which
 * are as before afterwards. Returns whether the database took it; a key of rows takes integers only.
 */
export function alterCell(folder: string, cell: Cell, value: SQLInputValue): boolean {
  const file = path.join(folder, DATABASE);
  const { table, column, rowid } = cell;
  const kept = withoutRules(file, table);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec("pragma ignore_check_constraints = on");
    const sql = `update ${table} set ${column} = ? where rowid = ? and ${column} is not ?`;
    return database.prepare(sql).run(value, rowid, value).changes > 0;
  } catch (error) {
    if (/mismatch|UNIQUE/.test(String(error))) return false;
    throw error;
  } finally {
    database.close();
    withRules(file, kept);
  }
}

type Rules = readonly { readonly name: SQLInputValue; readonly sql: SQLInputValue }[];

/** Takes the triggers of a table and its `not null` away, and returns what has to come back. */
function withoutRules(file: string, table: string): Rules {
  return inSchema(file, (database) => {
    const rows = database
      .prepare("select rowid, type, name, sql from sqlite_master where tbl_name = ?")
      .all(table);
    const change = database.prepare("update sqlite_master set sql = ? where name = ?");
    const kept = rows.filter(({ type }) => type === "table" || type === "trigger");
    for (const { type, name, sql } of kept) {
      if (type === "table") change.run(String(sql).replaceAll(/not null/gi, ""), name ?? null);
      else
        change.run(
          `create trigger ${name} after delete on ${table} when 0 begin select 1; end`,
          name ?? null,
        );
    }
    return kept.map(({ name = null, sql = null }) => ({ name, sql }));
  });
}

function withRules(file: string, kept: Rules): void {
  inSchema(file, (database) => {
    const change = database.prepare("update sqlite_master set sql = ? where name = ?");
    for (const { name, sql } of kept) change.run(sql, name);
  });
}

function inSchema<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { defensive: false });
  try {
    database.exec("pragma writable_schema = on");
    return work(database);
  } finally {
    database.close();
  }
}

/** A command with its input. */
export type Command = readonly [OperationName, Readonly<Record<string, unknown>>];

/** Commands by what they read, those that change nothing first; the name is what the tables begin with. */
export function commandsFor({
  ids,
  session,
  log,
  lab,
}: FullWorkspace): Readonly<Record<string, readonly Command[]>> {
  const out = (name: string) => path.join(lab.cwd, "out", name);
  const steward = { actor: "steward_lab" };
  const docs = { id: "docs_cos" };
  return {
    ledger: [
      ["status", {}],
      ["overview", {}],
      ["verify", {}],
      ["ledger heads", {}],
      ["search", { words: ["tide"] }],
      ["ledger export", { dir: out("history") }],
      ["ledger copy", { to: out("copy") }],
      ["artifact get", { id: ids.artifact }],
      ["ledger import", { dir: log }],
      ["ledger gc", {}],
      ["ledger retain", { transcripts: "90d" }],
      ["ledger recover", {}],
      ["ledger rebuild", {}],
    ],
    thread: [
      ["thread list", {}],
      ["thread show", { id: ids.thread }],
      ["thread show", { id: ids.imported }],
      ["thread compile", { id: ids.thread }],
      ["thread cut-points", { id: ids.thread }],
      ["thread compaction-status", { id: ids.imported }],
      ["thread cursor status", { id: ids.imported }],
      ["thread selections", { id: ids.thread }],
      ["thread follow", { id: ids.thread, once: true }],
      ["thread post", { id: ids.thread, text: "More" }],
      ["thread run begin", { id: ids.thread }],
    ],
    state: [
      ["state show", {}],
      ["state log", {}],
      ["state replay", { at: "2099-01-01T00:00:00Z" }],
      ["qualify", { text: "We chose Redis for the tide readings" }],
      ["session list", {}],
      ["session resume", { "agent-id": "ada" }],
      ["memory anchor get", {}],
      ["kit export", { out: out("kit"), format: "ocf" }],
      ["state commit", { text: "Boats are blue" }],
      ["state access", { id: "pump" }],
    ],
    transcript: [
      ["thread list", {}],
      ["thread show", { id: ids.transcript }],
      ["thread compile", { id: ids.transcript }],
      ["import", { from: session, state: true }],
    ],
    unit: [
      ["memory find", { query: "cached listings" }],
      ["memory context", { query: "release" }],
      ["memory list", {}],
      ["memory get", { unit: ids.unit }],
      ["memory skills", {}],
      ["memory projects", {}],
      ["memory timeline", { entity: "queue" }],
      ["memory savings", {}],
      ["memory resolve", { ref: "queue" }],
      ["memory export", { out: out("units") }],
      ["memory store", { content: "The pier is long" }],
      ["memory retract", { unit: ids.unit }],
      ["memory rebuild", {}],
    ],
    request: [
      ["request list", {}],
      ["request show", { id: "req_a" }],
      ["request show", { id: ids.request }],
      ["context refresh", { ...docs, only: ["open_requests"] }],
      ["request sweep", {}],
      ["request accept", { id: "req_a", actor: "docs_cos" }],
    ],
    "": [
      ["context status", {}],
      ["context load", docs],
      ["context verify", docs],
      ["context bundle list", {}],
      ["context bundle show", { id: ids.bundle }],
      ["context telemetry export", { out: out("telemetry") }],
      ["responsibility list", {}],
      ["responsibility get", docs],
      ["responsibility list", { words: ["docs"] }],
      ["context bundle retire", { id: ids.bundle, ...steward }],
      ["context drop scan", steward],
      ["context refresh", docs],
      ["responsibility suspend", { ...docs, ...steward }],
    ],
  };
}

/** The commands that read a table. */
export function commandsOf(
  commands: Readonly<Record<string, readonly Command[]>>,
  table: string,
): readonly Command[] {
  const [group = ""] = Object.keys(commands).filter((name) => table.startsWith(name));
  return commands[group] ?? [];
}

/** How a command ended: its exit code, or the error that it threw. */
export type Ended = { readonly exit: number; readonly out: unknown } | { readonly error: unknown };

/** Runs a command on a workspace and presents its result as the command line does. */
export async function tryCommand(
  cwd: string,
  store: string,
  [name, input]: Command,
): Promise<Ended> {
  const out = path.join(cwd, "out");
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out);
  try {
    const operation = await loadOperation(name);
    // Not checked against its schema: what an altered cell contains may be shown as it is.
    const result = await operation.run(contextIn(cwd), { store, ...input });
    const present = await presenterOf(name);
    fitLines(present(result, createTerminal({ columns: 80 }, false)), 80);
    return { exit: operation.exitCode(result), out: result };
  } catch (error) {
    return { error };
  }
}

/** What is wrong with how a command ended; null when it ended as it must, whatever the database contains. */
export function faultOf(ended: Ended): string | null {
  if (!("error" in ended)) return null;
  const { error } = ended;
  if (!(error instanceof HoldallError)) return `${error instanceof Error ? error.stack : error}`;
  if (error.code === "E_INTERNAL") return error.message;
  if (error.code !== "E_STORE") return null;
  return error.cure === undefined ? `no cure: ${error.message}` : null;
}

/** Copies a workspace, so that each alteration begins with an intact one. */
export function copyWorkspace(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true });
  fs.cpSync(from, to, { recursive: true });
}
