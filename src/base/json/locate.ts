import { parseJson } from "./parse.ts";

/** The offsets of the values at some pointers; a missing key has the offset of its parent. */
export function locatePointers(
  text: string,
  pointers: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const wanted = withParents(pointers);
  const found = new Map<string, number>();
  try {
    parseJson(text, undefined, (pointer, offset) => {
      if (wanted.has(pointer) && !found.has(pointer)) found.set(pointer, offset);
    });
  } catch {
    // A damaged document still has positions up to the damage.
  }
  return new Map([...pointers].map((pointer) => [pointer, nearest(found, pointer)]));
}

function withParents(pointers: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(["", ...pointers]);
  for (const pointer of pointers) {
    for (let up = pointer; up !== ""; up = parentOf(up)) all.add(up);
  }
  return all;
}

function nearest(found: ReadonlyMap<string, number>, pointer: string): number {
  let up = pointer;
  while (up !== "" && !found.has(up)) up = parentOf(up);
  return found.get(up) ?? 0;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}
