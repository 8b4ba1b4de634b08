import { HoldallError } from "./errors.ts";

/** The parts of a table's name or of a dotted key. */
export type TomlPath = readonly string[];

/** One statement of a TOML text: the header of a table, or a key with its value. */
interface Statement {
  readonly start: number;
  /** After the end of its last line. */
  readonly end: number;
  /** The table it belongs to; for a header the table itself. */
  readonly table: TomlPath;
  /** Null for a header. */
  readonly key: TomlPath | null;
  /** Whether it is the header of an element of an array: `[[name]]`. */
  readonly isElement: boolean;
}

/** Writes a text as a TOML string. */
export function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/**
 * Sets keys of a table in a TOML text; the values are TOML. Everything else keeps its bytes, also other
 * keys of the table; a missing table is appended at the end.
 */
export function setTable(
  text: string,
  table: TomlPath,
  values: Readonly<Record<string, string>>,
): string {
  const own = statementsOf(text, table);
  const head = own.find(({ key, table: name }) => key === null && isSame(name, table));
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}${newline}`);
  if (head === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
    return `${text}${gap}[${table.map(keyText).join(".")}]${newline}${lines.join("")}`;
  }
  // From the end, so that earlier offsets stay valid.
  const replaced = own
    .filter(
      ({ key, table: name }) =>
        isSame(name, table) && key?.length === 1 && Object.hasOwn(values, key[0] ?? ""),
    )
    .toReversed()
    .reduce((at, { start, end }) => at.slice(0, start) + at.slice(end), text);
  const before = replaced.slice(0, head.end);
  return (
    (before.endsWith("\n") ? before : before + newline) + lines.join("") + replaced.slice(head.end)
  );
}

/** The keys of a table with their values as TOML; null when there is no such table. */
export function readTable(text: string, table: TomlPath): ReadonlyMap<string, string> | null {
  const own = statementsOf(text, table).filter(({ table: name }) => isSame(name, table));
  if (own.length === 0) return null;
  const values = new Map<string, string>();
  for (const { key, start, end } of own) {
    const line = text.slice(start, end);
    if (key !== null) values.set(key.join("."), line.slice(line.indexOf("=") + 1).trim());
  }
  return values;
}

/** Removes a table and its sub-tables from a TOML text. */
export function removeTable(text: string, table: TomlPath): string {
  let left = text;
  for (const { start, end } of statementsOf(text, table).toReversed()) {
    // The blank line before the table was written together with it.
    const before = left.slice(0, start).replace(/(\n|^)\r?\n$/, "$1");
    left = (left.slice(end) === "" ? before : left.slice(0, start)) + left.slice(end);
  }
  return left;
}

/**
 * The statements of a TOML text whose keys are wanted, with the headers of their tables, and those keys. A key is
 * asked for by its full path; everything else is left out, comments included.
 */
export function selectStatements(
  text: string,
  isWanted: (path: TomlPath) => boolean,
): { readonly text: string; readonly keys: readonly TomlPath[] } {
  const keys: TomlPath[] = [];
  let selected = "";
  let header = "";
  for (const { start, end, table, key } of parseStatements(text)) {
    const statement = withNewline(text.slice(start, end));
    if (key === null) {
      header = statement;
      continue;
    }
    const path = [...table, ...key];
    if (!isWanted(path)) continue;
    keys.push(path);
    selected += header + statement;
    header = "";
  }
  return { text: selected, keys };
}

function withNewline(statement: string): string {
  return statement.endsWith("\n") ? statement : `${statement}\n`;
}

/** The statements of a table and its sub-tables; a table in another notation is refused. */
function statementsOf(text: string, table: TomlPath): readonly Statement[] {
  const all = parseStatements(text);
  const odd = all.find(
    (each) => !isBelow(each.table, table) && isBelow([...each.table, ...(each.key ?? [])], table),
  );
  const name = table.join(".");
  const isElement = all.some((each) => each.isElement && isBelow(table, each.table));
  if (
    isElement ||
    odd !== undefined ||
    all.some((each) => each.key !== null && isInline(each, table))
  ) {
    throw new HoldallError(
      "E_CONFLICT",
      `Cannot edit the table [${name}]: it is written as a dotted key, an inline table or an array of tables`,
      {
        cure: "write it as a table of its own, or edit it yourself",
      },
    );
  }
  return all.filter((each) => isBelow(each.table, table));
}

/** Whether the table would be inside a key's own value: `mcp_servers = { … }`. */
function isInline({ table, key }: Statement, wanted: TomlPath): boolean {
  const full = [...table, ...(key ?? [])];
  return full.length < wanted.length && isBelow(wanted, full);
}

function isBelow(path: TomlPath, above: TomlPath): boolean {
  return above.every((part, at) => path[at] === part);
}

function isSame(left: TomlPath, right: TomlPath): boolean {
  return left.length === right.length && isBelow(left, right);
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlString(key);
}

const HEAD = /^\s*\[(\[?)((?:[^\]"']|"(?:[^"\\]|\\.)*"|'[^']*')*)\]\]?\s*(?:#.*)?$/;
// Blanks are allowed around a dot and before the "=".
const KEY_PART = /[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s*\.\s*|\s+(?==)/y;

/** Takes a text apart into its statements; comments and blank lines lie between them. */
function parseStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let table: TomlPath = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const [, second, head] = HEAD.exec(line.trimEnd()) ?? [];
    const key = head === undefined ? keyIn(line) : undefined;
    if (head !== undefined) {
      table = pathOf(head);
      statements.push({ start: at, end: lineEnd, table, key: null, isElement: second !== "" });
      at = lineEnd;
    } else if (key !== undefined) {
      const end = endOfValue(text, at + line.indexOf("=", line.indexOf(key) + key.length) + 1);
      statements.push({ start: at, end, table, key: pathOf(key), isElement: false });
      at = end;
    } else at = lineEnd;
  }
  return statements;
}

/** The key that a line begins with, up to its "="; undefined when it begins with something else. */
function keyIn(line: string): string | undefined {
  const start = line.search(/\S/);
  for (let at = start; at !== -1 && at < line.length; ) {
    KEY_PART.lastIndex = at;
    const [part = ""] = KEY_PART.exec(line) ?? [];
    if (part === "") return undefined;
    at += part.length;
    if (line.charAt(at) === "=") return line.slice(start, at).trimEnd() || undefined;
  }
  return undefined;
}

function pathOf(dotted: string): TomlPath {
  const parts = dotted.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^.\s"']+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? unquote(part) : part.replaceAll("'", "")));
}

/** The text of a basic string; TOML's escapes are those of JSON and a few more, which no name of ours has. */
function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

// What does not end goes to the end of the text or of the line, so that nothing is looked at twice.
const VALUE =
  /"""(?:[^\\]|\\[\s\S])*?(?:"""|\\?$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g;

/** The end of a value's last line, where all brackets and strings are closed. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  VALUE.lastIndex = from;
  for (let found = VALUE.exec(text); found !== null; found = VALUE.exec(text)) {
    const [token] = found;
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    else if (token === "\n" && depth <= 0) return VALUE.lastIndex;
  }
  return text.length;
}
