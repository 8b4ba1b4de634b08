import { HoldallError } from "./errors.ts";
import {
  inlineEntries,
  parseStatements,
  type Statement,
  type TomlPath,
} from "./toml-statements.ts";

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

/** The keys of a table with their values as TOML, however they are written; null when there is no such table. */
export function readTable(text: string, table: TomlPath): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  let isThere = false;
  let isInArray = false;
  for (const statement of parseStatements(text)) {
    const isHeader = statement.key === null;
    if (isHeader) isInArray = statement.isElement;
    if (isInArray) continue;
    for (const entry of entriesUpTo(table, pathOf(statement), statement.value)) {
      if (!isBelow(entry.path, table)) continue;
      isThere = true;
      if (!isHeader && entry.path.length > table.length) {
        values.set(entry.path.slice(table.length).join("."), entry.value);
      }
    }
  }
  return isThere ? values : null;
}

/** A key and, where the table is inside its value, the entries of that. */
function* entriesUpTo(
  table: TomlPath,
  path: TomlPath,
  value: string,
): Generator<{ readonly path: TomlPath; readonly value: string }> {
  yield { path, value };
  if (!isBelow(table, path)) return;
  for (const entry of inlineEntries(value) ?? []) {
    yield* entriesUpTo(table, [...path, ...entry.key], entry.value);
  }
}

/** Removes a table and its sub-tables from a TOML text, also one that is written as dotted keys. */
export function removeTable(text: string, table: TomlPath): string {
  const all = parseStatements(text);
  if (isPartOfValue(all, table)) throw conflict(table);
  const own = all.filter((each) => isBelow(pathOf(each), table));
  let left = text;
  for (const { start, end } of own.toReversed()) {
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
  const isOdd = (each: Statement) => !isBelow(each.table, table) && isBelow(pathOf(each), table);
  if (all.some(isOdd) || isPartOfValue(all, table)) throw conflict(table);
  return all.filter((each) => isBelow(each.table, table));
}

function conflict(table: TomlPath): HoldallError {
  const state = "it is written as a dotted key, an inline table or an array of tables";
  return new HoldallError("E_CONFLICT", `Cannot edit the table [${table.join(".")}]: ${state}`, {
    cure: "write it as a table of its own, or edit it yourself",
  });
}

/** Whether the table would be inside a key's own value, as in `mcp_servers = { … }`, or in an element of an array. */
function isPartOfValue(all: readonly Statement[], table: TomlPath): boolean {
  return all.some((each) => {
    const isAround = each.key !== null && pathOf(each).length < table.length;
    const isElement = each.isElement && isBelow(table, each.table);
    return isElement || (isAround && isBelow(table, pathOf(each)));
  });
}

function pathOf({ table, key }: Statement): TomlPath {
  return key === null ? table : [...table, ...key];
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
