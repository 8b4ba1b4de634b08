import { HoldallError } from "../errors.ts";
import type { Json } from "./value.ts";

/** In a path: a new element at the end of an array. */
export const APPEND = "-";

/** The path to a value: keys of objects, indexes of arrays, or `APPEND`. */
export type EditPath = readonly (string | number)[];

const MAX_DEPTH = 100;

/** The position of a value in a text, and of its members. */
interface Node {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

interface Member {
  readonly key: string | number;
  /** Where its key begins, or the element of an array. */
  readonly start: number;
  readonly value: Node;
}

/**
 * Sets the value at a path of a JSON text. Everything else keeps its bytes, so that a user's settings file
 * keeps its layout; missing objects on the path are created. The text must be valid JSON.
 */
export function setValue(text: string, path: EditPath, value: Json): string {
  const layout = layoutOf(text);
  const { node, depth } = follow(parseNodes(text), path);
  if (depth === path.length)
    return splice(text, node, layout.format(value, indentAt(text, node.start)));
  const opener = text[node.start];
  const key = path[depth] ?? "";
  if (opener !== (key === APPEND ? "[" : "{")) {
    throw new HoldallError(
      "E_SHAPE",
      `Cannot set "${path.join("/")}": its parent is not an object or array`,
    );
  }
  const wrapped = path.slice(depth + 1).reduceRight(wrap, value);
  const last = node.members.at(-1);
  const outer = indentAt(text, node.start);
  const inner = last === undefined ? outer + layout.unit : indentAt(text, last.start);
  const formatted = layout.format(wrapped, inner);
  const member = key === APPEND ? formatted : `${JSON.stringify(key)}:${layout.space}${formatted}`;
  if (last !== undefined) {
    const at = last.value.end;
    return splice(text, { start: at, end: at }, `,${layout.line(inner)}${member}`);
  }
  const close = opener === "[" ? "]" : "}";
  return splice(text, node, `${opener}${layout.line(inner)}${member}${layout.line(outer)}${close}`);
}

/** Removes the value at a path from a JSON text; returns the text unchanged when there is none. */
export function removeValue(text: string, path: EditPath): string {
  const { node: owner, depth } = follow(parseNodes(text), path.slice(0, -1));
  if (depth !== path.length - 1) return text;
  const at = owner.members.findIndex(({ key }) => key === path.at(-1));
  const [before, member, after] = [owner.members[at - 1], owner.members[at], owner.members[at + 1]];
  if (member === undefined) return text;
  if (after !== undefined) return splice(text, { start: member.start, end: after.start }, "");
  if (before !== undefined) {
    return splice(text, { start: before.value.end, end: member.value.end }, "");
  }
  return splice(text, { start: owner.start + 1, end: owner.end - 1 }, "");
}

function wrap(value: Json, key: string | number): Json {
  return key === APPEND ? [value] : { [key]: value };
}

function splice(text: string, { start, end }: Pick<Node, "start" | "end">, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** The last existing value on a path, and how many steps of the path lead to it. */
function follow(root: Node, path: EditPath): { readonly node: Node; readonly depth: number } {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const next = node.members.findLast(({ key }) => key === step)?.value;
    if (next === undefined) return { node, depth };
    node = next;
  }
  return { node, depth: path.length };
}

/** The layout of a text, so that an addition looks like the rest. */
function layoutOf(text: string) {
  const isOneLine = !text.trim().includes("\n") && text.trim().length > 2;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    unit: isOneLine ? "" : unit,
    space: isOneLine ? "" : " ",
    line: (indent: string) => (isOneLine ? "" : newline + indent),
    format: (value: Json, indent: string) =>
      isOneLine
        ? JSON.stringify(value)
        : JSON.stringify(value, null, unit).replaceAll("\n", newline + indent),
  };
}

/** The indentation of the line that contains an offset. */
function indentAt(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? "";
}

/** The positions of all values in a valid JSON text. */
function parseNodes(text: string): Node {
  let at = 0;
  const skip = () => {
    while (/[\s,:]/.test(text[at] ?? "")) at++;
  };
  const readString = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at));
  };
  const readValue = (depth: number): Node => {
    if (depth > MAX_DEPTH)
      throw new HoldallError("E_LIMIT", "Cannot edit JSON: it is nested too deeply");
    skip();
    const start = at;
    const opener = text[at];
    if (opener === '"') readString();
    else if (opener !== "{" && opener !== "[") while (/[\w.+-]/.test(text[at] ?? "")) at++;
    else return { start, members: readMembers(opener, depth), end: at };
    return { start, end: at, members: [] };
  };
  const readMembers = (opener: string, depth: number): Member[] => {
    const members: Member[] = [];
    at++;
    for (skip(); text[at] !== "]" && text[at] !== "}"; skip()) {
      const start = at;
      const key = opener === "{" ? readString() : members.length;
      members.push({ key, start, value: readValue(depth + 1) });
    }
    at++;
    return members;
  };
  return readValue(0);
}
