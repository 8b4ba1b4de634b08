import { locatePointers } from "../base/json/locate.ts";
import { isObject } from "../base/json/value.ts";

/** What becomes of the strings at some JSON pointers. */
export type StringChanges = Readonly<Record<string, (value: string) => string>>;

/** A line of JSON with some of its strings changed; every other byte stays as it is. */
export function replaceStrings(line: string, changes: StringChanges): string {
  const record = parse(line);
  if (record === null) return line;
  let changed = line;
  for (const [pointer, change] of Object.entries(changes)) {
    const value = valueAt(record, pointer);
    if (typeof value !== "string") continue;
    const next = change(value);
    if (next !== value) changed = replaceAt(changed, pointer, next);
  }
  return changed;
}

/** Moves a path that is a folder, or is inside it, to another folder; any other becomes that folder. */
export function moveFolder(from: string | null, to: string): (path: string) => string {
  return (path) => {
    const isInside = from !== null && (path.startsWith(`${from}/`) || path.startsWith(`${from}\\`));
    const leavesIt = path.split(/[/\\]/).includes("..");
    return isInside && !leavesIt ? to + path.slice(from.length) : to;
  };
}

/** Gives one word for another and leaves all others. */
export function swap(from: string, to: string): (text: string) => string {
  return (text) => (text === from ? to : text);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // A damaged line goes as it is.
  }
}

function valueAt(record: unknown, pointer: string): unknown {
  let value = record;
  for (const key of pointer.slice(1).split("/")) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function replaceAt(line: string, pointer: string, value: string): string {
  const start = offsetOf(line, pointer);
  if (line[start] !== '"') return line;
  let end = start + 1;
  while (line[end] !== '"') end += line[end] === "\\" ? 2 : 1;
  return line.slice(0, start) + JSON.stringify(value) + line.slice(end + 1);
}

/** A key that occurs once in a line needs no parsing to be found: inside a text its quotes are escaped. */
function offsetOf(line: string, pointer: string): number {
  const key = `"${pointer.slice(pointer.lastIndexOf("/") + 1)}":`;
  const first = line.indexOf(key);
  if (first !== -1 && first === line.lastIndexOf(key) && line[first + key.length] === '"') {
    return first + key.length;
  }
  return locatePointers(line, new Set([pointer])).get(pointer) ?? 0;
}
