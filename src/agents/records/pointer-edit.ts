import { copyObject, isObject, type Json, type JsonObject, setKey } from "../../base/json/value.ts";

/** The value at a JSON pointer; undefined when there is none. */
export function readPointer(record: Json, pointer: string): Json | undefined {
  let value: Json | undefined = record;
  for (const key of keysOf(pointer)) value = memberOf(value, key);
  return value;
}

/** A copy of a record without the member at a pointer. */
export function withoutPointer(record: JsonObject, pointer: string): JsonObject {
  return changed(record, keysOf(pointer), undefined);
}

/** A copy of a record with another value at a pointer that it has. */
export function withPointer(record: JsonObject, pointer: string, value: Json): JsonObject {
  return changed(record, keysOf(pointer), value);
}

function keysOf(pointer: string): readonly string[] {
  if (pointer === "") return [];
  const keys = pointer.slice(1).split("/");
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(owner: Json | undefined, key: string): Json | undefined {
  return isObject(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
}

function changed(
  owner: JsonObject,
  [key = "", ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const copy: Record<string, Json> = copyObject(owner);
  if (rest.length === 0) {
    if (value === undefined) delete copy[key];
    else setKey(copy, key, value);
    return copy;
  }
  const inner = memberOf(owner, key);
  if (isObject(inner)) setKey(copy, key, changed(inner, rest, value));
  return copy;
}
