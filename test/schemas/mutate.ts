import { isObject, type Json, type JsonObject } from "../../src/base/json/value.ts";

/** A value made from another by one change, and what was done. */
export interface Mutation {
  readonly change: string;
  readonly value: Json;
}

/** What is put in the place of whatever is somewhere: other types, and edges of ranges and texts. */
export const replacements: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  "",
  " ",
  "no such word",
  "x".repeat(300),
  "2026-02-30T00:00:00Z",
  "2026-02-03T08:00:30Z",
  "2026-02-03",
  "0".repeat(64),
  "A".repeat(64),
  "a/../b",
  "0.1",
  "L9",
  0,
  1,
  -1,
  -0,
  0.5,
  7.5,
  1e21,
  2 ** 53 - 1,
  2 ** 53,
  [""],
  [null],
  ["a", "a"],
  [1],
  { a: 1 },
];

/** Every value that differs from this one in one place: a key dropped or added, a value replaced. */
export function* mutationsOf(value: Json): Generator<Mutation> {
  yield* change(value, "", (root) => root ?? null);
}

function* change(
  value: Json,
  pointer: string,
  rebuild: (part: Json | undefined) => Json,
): Generator<Mutation> {
  for (const other of replacements) {
    yield { change: `${pointer || "/"} = ${JSON.stringify(other)}`, value: rebuild(other) };
  }
  if (pointer !== "") yield { change: `${pointer} dropped`, value: rebuild(undefined) };
  if (Array.isArray(value)) yield* changeList(value, pointer, rebuild);
  else if (isObject(value)) yield* changeObject(value, pointer, rebuild);
}

function* changeList(
  list: readonly Json[],
  pointer: string,
  rebuild: (part: Json) => Json,
): Generator<Mutation> {
  const first = list[0];
  if (first === undefined) return;
  yield { change: `${pointer}/0 doubled`, value: rebuild([first, ...list]) };
  for (const [index, item] of list.entries()) {
    const put = (part: Json | undefined) =>
      rebuild(part === undefined ? list.toSpliced(index, 1) : list.with(index, part));
    yield* change(item, `${pointer}/${index}`, put);
  }
}

function* changeObject(
  object: JsonObject,
  pointer: string,
  rebuild: (part: Json) => Json,
): Generator<Mutation> {
  for (const extra of ["x-unknown", "type", "constructor", "__proto__"]) {
    if (Object.hasOwn(object, extra)) continue;
    yield { change: `${pointer}/${extra} added`, value: rebuild({ ...object, [extra]: "new" }) };
  }
  for (const key of Object.keys(object)) {
    const put = (part: Json | undefined) => {
      const { [key]: _, ...rest } = object;
      return rebuild(part === undefined ? rest : { ...object, [key]: part });
    };
    yield* change(object[key] ?? null, `${pointer}/${key}`, put);
  }
}
