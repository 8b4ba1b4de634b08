import { comparableJson } from "../../base/json/canonical.ts";
import { pointerTo } from "../../base/json/pointer.ts";
import { isObject, type Json } from "../../base/json/value.ts";
import { type Changes, formatValue } from "./change.ts";

/** Adds every difference between two JSON values; formatting and key order are none. */
export function diffJson(file: string, left: Json, right: Json, changes: Changes): void {
  compare({ file, changes }, "", left, right);
}

interface Target {
  readonly file: string;
  readonly changes: Changes;
}

function compare(target: Target, pointer: string, left: Json, right: Json): void {
  if (comparableJson(left) === comparableJson(right)) return;
  if (Array.isArray(left) && Array.isArray(right)) {
    compareLists(target, pointer, left, right);
  } else if (isObject(left) && isObject(right)) {
    compareMembers(target, pointer, memberMap(left), memberMap(right));
  } else {
    add(target, pointer, "changed", { left, right });
  }
}

function memberMap(object: object): Map<string, Json> {
  return new Map(Object.entries(object) as [string, Json][]);
}

/** Lists whose members have identities are compared by them, whatever their order; others by position. */
function compareLists(
  target: Target,
  pointer: string,
  left: readonly Json[],
  right: readonly Json[],
): void {
  const leftById = byIdentity(left);
  const rightById = byIdentity(right);
  if (!leftById || !rightById) {
    const numbered = (list: readonly Json[]) =>
      new Map(list.map((item, index) => [String(index), item]));
    compareMembers(target, pointer, numbered(left), numbered(right));
    return;
  }
  compareMembers(target, pointer, leftById, rightById);
  const common = (a: ReadonlyMap<string, Json>, b: ReadonlyMap<string, Json>) =>
    [...a.keys()].filter((key) => b.has(key)).join("\n");
  if (common(leftById, rightById) !== common(rightById, leftById)) {
    target.changes.add({
      kind: "moved",
      file: target.file,
      where: pointer,
      left: "order",
      right: "another order",
    });
  }
}

/** Members by namespace and id, or by path; null when some have none or two share one. */
function byIdentity(list: readonly Json[]): Map<string, Json> | null {
  const map = new Map<string, Json>();
  for (const item of list) {
    if (!isObject(item)) return null;
    const id = item.id ?? item.path ?? item.name;
    if (typeof id !== "string") return null;
    const key = typeof item.namespace === "string" ? `${item.namespace}/${id}` : id;
    if (map.has(key)) return null;
    map.set(key, item);
  }
  return map;
}

function compareMembers(
  target: Target,
  pointer: string,
  left: ReadonlyMap<string, Json>,
  right: ReadonlyMap<string, Json>,
): void {
  for (const [key, value] of left) {
    const at = pointerTo(pointer, key);
    const other = right.get(key);
    if (other === undefined) add(target, at, "removed", { left: value });
    else compare(target, at, value, other);
  }
  for (const [key, value] of right) {
    if (!left.has(key)) add(target, pointerTo(pointer, key), "added", { right: value });
  }
}

function add(
  { file, changes }: Target,
  where: string,
  kind: "added" | "removed" | "changed",
  { left, right }: { readonly left?: Json; readonly right?: Json },
): void {
  changes.add({ kind, file, where, left: formatValue(left), right: formatValue(right) });
}
