import { canonicalJson } from "../../base/json/canonical.ts";
import { copyKey, type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { difference } from "./state-pair.ts";

/** What was carried for one object. */
export interface CarriedKeys {
  readonly keys: JsonObject;
  /** Keys that a mapping back adds and that were not there. */
  readonly absent: readonly string[];
}

/** What an object's image shows, and what the image of another object would show. */
export interface Image {
  readonly shown: JsonObject;
  /** Null when there would be no image at all. */
  say(object: JsonObject): JsonObject | null;
}

/** An object with carried keys put back, as far as its image allows. */
export interface PutBack {
  readonly object: Record<string, Json>;
  /** Keys whose value came from what was carried. */
  readonly restored: readonly string[];
  /** Keys that say something else than the image. */
  readonly refused: readonly string[];
}

/** Each key is tried alone, on a copy: nobody has so many keys in what was also edited. */
const TRIED_ALONE = 200;

/**
 * Puts back what was carried for an object. Whoever looked at the image must get what it showed: a
 * carried key is taken only if converting the result again would show the same.
 */
export function putBack(mapped: JsonObject, carried: CarriedKeys, image: Image): PutBack {
  const whole = apply(mapped, carried);
  if (agrees(mapped, whole, image)) {
    return { object: whole, restored: restoredKeys(mapped, carried.keys), refused: [] };
  }
  const names = [...new Set([...Object.keys(carried.keys), ...carried.absent])];
  const refused = new Set(
    names.filter((name, index) => {
      return index >= TRIED_ALONE || !agrees(mapped, apply(mapped, only(carried, name)), image);
    }),
  );
  const rest = {
    keys: omitKeys(carried.keys, refused),
    absent: carried.absent.filter((key) => !refused.has(key)),
  };
  const object = apply(mapped, rest);
  // Keys that are harmless alone may say something together.
  if (!agrees(mapped, object, image)) {
    return { object: apply(mapped, NOTHING), restored: [], refused: names };
  }
  return { object, restored: restoredKeys(mapped, rest.keys), refused: [...refused] };
}

const NOTHING: CarriedKeys = { keys: {}, absent: [] };

/** Whether a change of an object shows in its image nowhere, or only as what the image really shows. */
export function agrees(before: JsonObject, after: JsonObject, { shown, say }: Image): boolean {
  const said = say(after);
  if (said === null) return false;
  if (canonicalJson(said) === canonicalJson(shown)) return true;
  const saidBefore = say(before) ?? {};
  const { changed, added } = difference(saidBefore, said);
  return [...changed, ...added].every((key) => isSame(said, shown, key));
}

function isSame(left: JsonObject, right: JsonObject, key: string): boolean {
  if (Object.hasOwn(left, key) !== Object.hasOwn(right, key)) return false;
  return canonicalJson(left[key] ?? null) === canonicalJson(right[key] ?? null);
}

function apply(mapped: JsonObject, { keys, absent }: CarriedKeys): Record<string, Json> {
  const result = omitKeys(mapped, new Set(absent));
  for (const key of Object.keys(keys)) copyKey(keys, result, key);
  return result;
}

function only({ keys, absent }: CarriedKeys, name: string): CarriedKeys {
  const result: Record<string, Json> = {};
  copyKey(keys, result, name);
  return { keys: result, absent: absent.includes(name) ? [name] : [] };
}

function restoredKeys(mapped: JsonObject, keys: JsonObject): readonly string[] {
  return difference(keys, mapped).changed;
}
