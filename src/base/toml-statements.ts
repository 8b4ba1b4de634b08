/** The parts of a table's name or of a dotted key. */
export type TomlPath = readonly string[];

/** One statement of a TOML text: the header of a table, or a key with its value. */
export interface Statement {
  readonly start: number;
  /** After the end of its last line. */
  readonly end: number;
  /** The table it belongs to; for a header the table itself. */
  readonly table: TomlPath;
  /** Null for a header. */
  readonly key: TomlPath | null;
  /** What the key is set to, as TOML; empty for a header. */
  readonly value: string;
  /** Whether it is the header of an element of an array: `[[name]]`. */
  readonly isElement: boolean;
}

const HEAD = /^\s*\[(\[?)((?:[^\]"']|"(?:[^"\\]|\\.)*"|'[^']*')*)\]\]?\s*(?:#.*)?$/;
// Blanks are allowed around a dot and before the "=".
const KEY_PART = /[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s*\.\s*|\s+(?==)/y;

/** Takes a text apart into its statements; comments and blank lines lie between them. */
export function parseStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let table: TomlPath = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const [, second, head] = HEAD.exec(line.trimEnd()) ?? [];
    const key = head === undefined ? keyIn(line) : undefined;
    if (head !== undefined) {
      table = pathOf(head);
      const isElement = second !== "";
      statements.push({ start: at, end: lineEnd, table, key: null, value: "", isElement });
      at = lineEnd;
    } else if (key !== undefined) {
      const from = at + valueStart(line, key);
      const end = endOfValue(text, from);
      const value = text.slice(from, end).trim();
      statements.push({ start: at, end, table, key: pathOf(key), value, isElement: false });
      at = end;
    } else at = lineEnd;
  }
  return statements;
}

function valueStart(line: string, key: string): number {
  return line.indexOf("=", line.indexOf(key) + key.length) + 1;
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
  /"""(?:[^\\]|\\[\s\S])*?(?:"""|\\?$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{},\n]/g;

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

/** The entries of an inline table, in the order in which they are written; null for another value. */
export function inlineEntries(
  value: string,
): readonly { readonly key: TomlPath; readonly value: string }[] | null {
  if (!value.startsWith("{")) return null;
  const text = value.replace(VALUE, (token) => (token.startsWith("#") ? "" : token));
  const entries: { key: TomlPath; value: string }[] = [];
  let depth = 0;
  let start = 1;
  for (const { 0: token, index } of text.matchAll(VALUE)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    const isEnd = depth === 0 || (depth === 1 && token === ",");
    if (!isEnd) continue;
    const entry = text.slice(start, index);
    const key = keyIn(entry);
    if (key !== undefined) {
      entries.push({ key: pathOf(key), value: entry.slice(valueStart(entry, key)).trim() });
    }
    if (depth === 0) break;
    start = index + 1;
  }
  return entries;
}
