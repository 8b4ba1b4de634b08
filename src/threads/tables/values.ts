/**
 * Reads fields of event bodies for the tables. Own events have passed a schema; imported ones may
 * contain anything, and a projection must be able to apply them all.
 */

import type { JsonObject } from "../../base/json/value.ts";
import { isTextRef } from "../../model/event.ts";

/** A string of an event's body; anything else counts as empty. */
export function stringAt(body: JsonObject, key: string): string {
  const value = body[key];
  return typeof value === "string" ? value : "";
}

/** A string of a frame's body; null when the key has any other value. */
export function stringOrNull(body: JsonObject, key: string): string | null {
  const value = body[key];
  return typeof value === "string" ? value : null;
}

/** An integer of a frame's body; 0 when the key has any other value. */
export function integerAt(body: JsonObject, key: string): number {
  const value = body[key];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** The hash and the size of a text; null and 0 where a foreign log has something else. */
export function textRefAt(
  body: JsonObject,
  key: string,
): { readonly sha256: string | null; readonly bytes: number } {
  const value = body[key];
  return isTextRef(value) ? value : { sha256: null, bytes: 0 };
}
