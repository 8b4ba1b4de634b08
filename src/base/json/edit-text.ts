import type { Node as JsoncNode } from "jsonc-parser";
import { HoldallError } from "../errors.ts";
import { type AfterValue, afterValue, parseNodes } from "./commented.ts";
import type { Json } from "./value.ts";

/** In a path: a new element at the end of an array. */
export const APPEND = "-";

/** The path to a value: keys of objects, indexes of arrays, or `APPEND`. */
export type EditPath = readonly (string | number)[];

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
 * keeps its layout, its comments and its trailing commas; missing objects on the path are created.
 */
export function setValue(text: string, path: EditPath, value: Json): string {
  const layout = layoutOf(text);
  const { node, depth } = follow(locate(text), path);
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
    const { comma, end } = afterValue(text, last.value.end);
    const added = `${layout.line(inner)}${member}${comma === null ? "" : ","}`;
    const longer = splice(text, { start: end, end }, added);
    const at = last.value.end;
    return comma === null ? splice(longer, { start: at, end: at }, ",") : longer;
  }
  const close = opener === "[" ? "]" : "}";
  const comments = text.slice(node.start + 1, node.end - 1).trimEnd();
  const members = `${comments}${layout.line(inner)}${member}${layout.line(outer)}`;
  return splice(text, node, `${opener}${members}${close}`);
}

/** Removes the value at a path from a JSON text; returns the text unchanged when there is none. */
export function removeValue(text: string, path: EditPath): string {
  const { node: owner, depth } = follow(locate(text), path.slice(0, -1));
  if (depth !== path.length - 1) return text;
  const at = owner.members.findIndex(({ key }) => key === path.at(-1));
  const before = owner.members[at - 1];
  const member = owner.members[at];
  const after = owner.members[at + 1];
  if (member === undefined) return text;
  const own = afterValue(text, member.value.end);
  if (after !== undefined) {
    // A comment on its line goes with it; one above the next member stays.
    const next = own.end + text.slice(own.end).search(/\S/);
    return splice(text, { start: member.start, end: next }, "");
  }
  if (before !== undefined) return removeLast(text, before, own);
  const inside = { start: owner.start + 1, end: owner.end - 1 };
  const rest = text.slice(inside.start, member.start) + text.slice(own.end, inside.end);
  return splice(text, inside, rest.trim() === "" ? "" : rest);
}

/** Removes the object or array at a path if nothing is in it: no member and no comment. */
export function removeIfEmpty(text: string, path: EditPath): string {
  const { node, depth } = follow(locate(text), path);
  const isEmpty = /^(?:\{\s*\}|\[\s*\])$/.test(text.slice(node.start, node.end));
  return depth === path.length && isEmpty ? removeValue(text, path) : text;
}

/** Removes the last of several members; whether the list ends with a comma does not change. */
function removeLast(text: string, before: Member, { comma, end }: AfterValue): string {
  const previous = afterValue(text, before.value.end);
  const shorter = splice(text, { start: previous.end, end }, "");
  if (comma !== null || previous.comma === null) return shorter;
  return splice(shorter, { start: previous.comma - 1, end: previous.comma }, "");
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

/** The positions of all values of a text. */
function locate(text: string): Node {
  const tree = parseNodes(text);
  if (tree === undefined) throw new HoldallError("E_JSON", "Cannot edit a text: it is not JSON");
  return toNode(tree);
}

function toNode({ offset, length, type, children = [] }: JsoncNode): Node {
  const members = children.flatMap((child, index): Member[] => {
    const [key, value] = type === "object" ? (child.children ?? []) : [undefined, child];
    if (value === undefined) return [];
    return [{ key: key?.value ?? index, start: child.offset, value: toNode(value) }];
  });
  return { start: offset, end: offset + length, members };
}
