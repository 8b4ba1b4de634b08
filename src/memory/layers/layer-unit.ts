/**
 * What the readers of foreign layers share. Values that do not fit our fields are not an error:
 * they stay in `record`, the original record, from which an export writes them back unchanged.
 */

import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { UnitState } from "../event-bodies.ts";
import type { NewUnit } from "../units.ts";

/** A unit in a document of another program. */
export interface LayerUnit {
  /** Its id in that program. */
  readonly id: string;
  readonly unit: NewUnit;
  readonly state: UnitState;
}

/** Labels are short and on one line; longer values of a document stay in its record. */
const LABEL = /^(?=.*\S)[^\p{Cc}]{1,512}$/u;

/** A value that can be a label; null otherwise. */
export function labelOf(value: unknown): string | null {
  return typeof value === "string" && LABEL.test(value) ? value : null;
}

/** The values of a list that can be tags. */
export function tagsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((tag) => labelOf(tag) !== null && tag.length <= 128).slice(0, 64);
}

/** A number from 0 to 1; null otherwise. */
export function shareOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

/** A record that is a JSON object; null for front matter and for no record. */
export function jsonRecord(record: string | null | undefined): JsonObject | null {
  if (!record?.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(record);
    return isObject(value) ? value : null;
  } catch {
    return null; // Front matter may start with a brace too.
  }
}
