/**
 * The safety rule of restoring: carried data must not change what the visible bundle says. A person
 * reviews the bundle's own files, never the carried ones; so a carried key is accepted only if
 * converting the result again yields exactly what is visible.
 */

import { comparableJson } from "../../base/json/canonical.ts";
import { copyKey, type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { compareKeys } from "./common-state.ts";

/** What was carried for one object. */
export interface CarriedKeys {
  readonly keys: JsonObject;
  /** Keys that mapping back adds and that the original did not have. */
  readonly absent: readonly string[];
}

/** What the converted bundle shows of an object, and what it would show of another one. */
export interface ConvertedView {
  readonly shown: JsonObject;
  /** Null when the converted format cannot contain the object at all. */
  convert(object: JsonObject): JsonObject | null;
}

/** An object with carried keys restored, as far as the converted bundle allows. */
export interface RestoredKeys {
  readonly object: Record<string, Json>;
  /** Keys whose value came from what was carried. */
  readonly restored: readonly string[];
  /** Keys that contradict the converted bundle. */
  readonly refused: readonly string[];
}

/** Keys beyond this number are refused together: testing one costs a conversion of the object. */
const MAX_TESTED_KEYS = 200;

/**
 * Restores what was carried for an object. Nobody reads what is carried, so it must not be able to
 * change what people did read: a key is used only if converting the result again shows the same.
 */
export function restoreKeys(
  mapped: JsonObject,
  carried: CarriedKeys,
  view: ConvertedView,
): RestoredKeys {
  const all = apply(mapped, carried);
  if (isConsistent(mapped, all, view)) {
    return { object: all, restored: restoredKeys(mapped, carried.keys), refused: [] };
  }
  const names = [...new Set([...Object.keys(carried.keys), ...carried.absent])];
  const refused = new Set(
    names.filter(
      (name, index) =>
        index >= MAX_TESTED_KEYS ||
        !isConsistent(mapped, apply(mapped, pickKey(carried, name)), view),
    ),
  );
  const rest = {
    keys: omitKeys(carried.keys, refused),
    absent: carried.absent.filter((key) => !refused.has(key)),
  };
  const object = apply(mapped, rest);
  // Keys that are harmless one by one may still contradict the bundle together.
  if (!isConsistent(mapped, object, view)) {
    return { object: apply(mapped, NOTHING), restored: [], refused: names };
  }
  return { object, restored: restoredKeys(mapped, rest.keys), refused: [...refused] };
}

const NOTHING: CarriedKeys = { keys: {}, absent: [] };

/** Whether a change of an object either does not show when it is converted, or shows as what is there. */
export function isConsistent(before: JsonObject, after: JsonObject, view: ConvertedView): boolean {
  const converted = view.convert(after);
  if (converted === null) return false;
  if (comparableJson(converted) === comparableJson(view.shown)) return true;
  const convertedBefore = view.convert(before) ?? {};
  const { changed, added } = compareKeys(convertedBefore, converted);
  return [...changed, ...added].every((key) => isSameAt(converted, view.shown, key));
}

function isSameAt(left: JsonObject, right: JsonObject, key: string): boolean {
  if (Object.hasOwn(left, key) !== Object.hasOwn(right, key)) return false;
  return comparableJson(left[key] ?? null) === comparableJson(right[key] ?? null);
}

function apply(mapped: JsonObject, { keys, absent }: CarriedKeys): Record<string, Json> {
  const result = omitKeys(mapped, new Set(absent));
  for (const key of Object.keys(keys)) copyKey(keys, result, key);
  return result;
}

function pickKey({ keys, absent }: CarriedKeys, name: string): CarriedKeys {
  const result: Record<string, Json> = {};
  copyKey(keys, result, name);
  return { keys: result, absent: absent.includes(name) ? [name] : [] };
}

function restoredKeys(mapped: JsonObject, keys: JsonObject): readonly string[] {
  return compareKeys(keys, mapped).changed;
}
