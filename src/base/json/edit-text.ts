import { HoldallError } from "../errors.ts";
import type { Json } from "./value.ts";

/** Stands in a path for a new element at the end of an array. */
export const APPEND = "-";

/** The way to a value: keys of objects, places in arrays, or `APPEND`. */
export type EditPath = readonly (string | number)[];

const MAX_DEPTH = 100;

/** A value's place in a text, and the places of what it holds. */
interface Node {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

interface Part {
  readonly key: string | number;
  /** Where its key begins, or the element itself. */
  readonly start: number;
  readonly value: Node;
}

/**
 * Puts a value at a path of a JSON text. Everything else keeps its bytes; what is missing on the way is
 * made. The text must be JSON already.
 */
export function setValue(text: string, path: EditPath, value: Json): string {
  const layout = layoutOf(text);
  const { node, depth } = follow(outline(text), path);
  if (depth === path.length)
    return splice(text, node, layout.say(value, indentAt(text, node.start)));
  const opener = text[node.start];
  const key = path[depth] ?? "";
  if (opener !== (key === APPEND ? "[" : "{")) {
    throw new HoldallError("E_SHAPE", `Cannot change "${path.join("/")}": something else is there`);
  }
  const wrapped = path.slice(depth + 1).reduceRight(wrap, value);
  const last = node.parts.at(-1);
  const outer = indentAt(text, node.start);
  const inner = last === undefined ? outer + layout.unit : indentAt(text, last.start);
  const said = layout.say(wrapped, inner);
  const part = key === APPEND ? said : `${JSON.stringify(key)}:${layout.space}${said}`;
  if (last !== undefined) {
    const at = last.value.end;
    return splice(text, { start: at, end: at }, `,${layout.line(inner)}${part}`);
  }
  const close = opener === "[" ? "]" : "}";
  return splice(text, node, `${opener}${layout.line(inner)}${part}${layout.line(outer)}${close}`);
}

/** Takes the value at a path out of a JSON text; the text itself when nothing is there. */
export function removeValue(text: string, path: EditPath): string {
  const { node: holder, depth } = follow(outline(text), path.slice(0, -1));
  if (depth !== path.length - 1) return text;
  const at = holder.parts.findIndex(({ key }) => key === path.at(-1));
  const [before, part, after] = [holder.parts[at - 1], holder.parts[at], holder.parts[at + 1]];
  if (part === undefined) return text;
  if (after !== undefined) return splice(text, { start: part.start, end: after.start }, "");
  if (before !== undefined) {
    return splice(text, { start: before.value.end, end: part.value.end }, "");
  }
  return splice(text, { start: holder.start + 1, end: holder.end - 1 }, "");
}

function wrap(value: Json, key: string | number): Json {
  return key === APPEND ? [value] : { [key]: value };
}

function splice(text: string, { start, end }: Pick<Node, "start" | "end">, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** How far a path leads: the last value on it, and how many of its steps there were. */
function follow(root: Node, path: EditPath): { readonly node: Node; readonly depth: number } {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const next = node.parts.findLast(({ key }) => key === step)?.value;
    if (next === undefined) return { node, depth };
    node = next;
  }
  return { node, depth: path.length };
}

/** How a text is laid out, so that what is added looks like the rest. */
function layoutOf(text: string) {
  const isOneLine = !text.trim().includes("\n") && text.trim().length > 2;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    unit: isOneLine ? "" : unit,
    space: isOneLine ? "" : " ",
    line: (indent: string) => (isOneLine ? "" : newline + indent),
    say: (value: Json, indent: string) =>
      isOneLine
        ? JSON.stringify(value)
        : JSON.stringify(value, null, unit).replaceAll("\n", newline + indent),
  };
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? "";
}

/** Where everything stands in a text that is JSON. */
function outline(text: string): Node {
  let at = 0;
  const skip = () => {
    while (/[\s,:]/.test(text[at] ?? "")) at++;
  };
  const takeString = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at));
  };
  const take = (depth: number): Node => {
    if (depth > MAX_DEPTH) throw new HoldallError("E_LIMIT", "Cannot change JSON: nested too deep");
    skip();
    const start = at;
    const opener = text[at];
    if (opener === '"') takeString();
    else if (opener !== "{" && opener !== "[") while (/[\w.+-]/.test(text[at] ?? "")) at++;
    else return { start, parts: takeParts(opener, depth), end: at };
    return { start, end: at, parts: [] };
  };
  const takeParts = (opener: string, depth: number): Part[] => {
    const parts: Part[] = [];
    at++;
    for (skip(); text[at] !== "]" && text[at] !== "}"; skip()) {
      const start = at;
      const key = opener === "{" ? takeString() : parts.length;
      parts.push({ key, start, value: take(depth + 1) });
    }
    at++;
    return parts;
  };
  return take(0);
}
