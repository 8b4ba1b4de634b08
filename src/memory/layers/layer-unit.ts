import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { UnitState } from "../event-bodies.ts";
import type { NewUnit } from "../units.ts";

/** A unit as another program's document holds it. */
export interface LayerUnit {
  /** What that program calls it. */
  readonly id: string;
  readonly unit: NewUnit;
  readonly state: UnitState;
}

/** Labels of ours are short and in one line; what a document says beyond that stays in its record. */
const LABEL = /^(?=.*\S)[^\p{Cc}]{1,512}$/u;

/** A text that can be a label; null for everything else. */
export function labelOf(value: unknown): string | null {
  return typeof value === "string" && LABEL.test(value) ? value : null;
}

/** The texts of a list that can be tags. */
export function tagsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((tag) => labelOf(tag) !== null && tag.length <= 128).slice(0, 64);
}

/** A number from 0 to 1; null for everything else. */
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
    return null; // Front matter may begin with a brace too.
  }
}
