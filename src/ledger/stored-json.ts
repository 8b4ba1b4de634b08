import * as z from "zod";
import type { Json, JsonObject } from "../base/json/value.ts";
import { isObject } from "../base/json/value.ts";
import type { Schema } from "../base/schema.ts";
import { damagedCell, type TablePlace } from "../stores/damage.ts";

/** The value of a column with JSON; what is no JSON was not written by this program and is `E_STORE`. */
export function parseStored(text: string, place: TablePlace): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damagedCell(place, "is not valid JSON", cause);
  }
}

/** The value of a column with a JSON object. */
export function parseStoredObject(text: string, place: TablePlace): JsonObject {
  const value = parseStored(text, place);
  if (isObject(value)) return value;
  throw damagedCell(place, "is not a JSON object");
}

/** The value of a column with JSON of a schema. */
export function parseStoredAs<Value>(
  schema: Schema<Value>,
  text: string,
  place: TablePlace,
): Value {
  const { data, error } = z.safeParse(schema, parseStored(text, place));
  if (error === undefined) return data;
  throw damagedCell(place, "does not have the form that this program writes", error);
}

/** The value of a column with a JSON list; its elements may be another program's. */
export function parseStoredList(text: string, place: TablePlace): readonly Json[] {
  const value = parseStored(text, place);
  if (Array.isArray(value)) return value;
  throw damagedCell(place, "is not a JSON list");
}

/** A time in a column, in Unix ms. */
export function parseStoredTime(text: string, place: TablePlace): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw damagedCell(place, "is not a time");
}

/** When an event was recorded, in Unix ms. */
export function timeOfEvent({ pos, at }: { readonly pos: number; readonly at: string }): number {
  return parseStoredTime(at, { table: "ledger_events", column: "at", row: pos });
}
