/**
 * Restores entries. An entry that was edited since keeps its edit: carried keys are then used only
 * as far as they do not contradict it, and keys that describe the content (its token count) not at
 * all.
 */

import { isObject, type JsonObject, omitKeys } from "../../base/json/value.ts";
import type { StateEntry, StateHead } from "../../model/state.ts";
import { carriedAt } from "./carried.ts";
import { keyOf, recordHash } from "./common-state.ts";
import { keyList } from "./loss-tally.ts";
import { isRenamedId, withId } from "./rename-duplicate-ids.ts";
import { CONTRADICTS, EDITED, RESTORED, type Restoration } from "./restoration.ts";
import { type RestoredKeys, restoreKeys } from "./restore-keys.ts";

/** Entries of a state that is being restored. */
export interface RestoredEntries {
  readonly records: readonly JsonObject[];
  /** Ids that differ in the converted bundle, by the entry's identity in the origin. */
  readonly convertedIds: ReadonlyMap<string, string>;
}

/** Keys that describe a content and are worthless once the content was edited. */
const OF_CONTENT = new Set(["tokens"]);

/** Restores the entries that the converted bundle shows, and those that it could not contain. */
export function restoreEntries(restoration: Restoration, head: StateHead): RestoredEntries {
  const { common, carried, origin, tally, convertedParts } = restoration;
  const found: KeyedRecord[] = [];
  const convertedIds = new Map<string, string>();
  for (const [index, entry] of common.entries.entries()) {
    const convertedKey = keyOf(entry, common.head);
    const mapped = origin.codec.fromEntry(entry, common.context);
    if (!mapped) {
      tally.add("dropped", `entry ${convertedKey}`, `${origin.name} has no such kind of entry`);
      continue;
    }
    const key = carriedAt(carried.renamed, convertedKey) ?? convertedKey;
    const shown = convertedParts.records[index] ?? {};
    const record = restoreEntry(restoration, { entry, mapped, shown, key, head });
    const restored = origin.codec.toEntry(record, { head, countTokens: restoration.countTokens });
    if (restored.id !== entry.id) convertedIds.set(keyOf(restored, head), entry.id);
    found.push({ key, record });
  }
  const shownKeys = new Set(found.map(({ key }) => key));
  found.push(...restoreOutside(restoration, head, shownKeys));
  return { records: sortByKey(found, carried.order), convertedIds };
}

interface KeyedRecord {
  readonly key: string;
  readonly record: JsonObject;
}

interface ShownEntry {
  readonly entry: StateEntry;
  readonly mapped: JsonObject;
  /** The converted bundle's record. */
  readonly shown: JsonObject;
  readonly key: string;
  readonly head: StateHead;
}

function restoreEntry(restoration: Restoration, shownEntry: ShownEntry): JsonObject {
  const { carried, converted, origin, common } = restoration;
  const { entry, mapped, shown, key, head } = shownEntry;
  const guard = carriedAt(carried.guards, key);
  const isEdited = guard !== undefined && guard !== recordHash(shown);
  const all = carriedFor(restoration, key);
  const keys = isEdited ? omitKeys(all, OF_CONTENT) : all;
  const absent = carriedAt(carried.absent.entries, key) ?? [];
  const result = restoreKeys(
    mapped,
    { keys, absent },
    {
      shown,
      convert(record) {
        const again = origin.codec.toEntry(record, { head, countTokens: restoration.countTokens });
        const isRenamed = converted.codec.idScope === "bundle" && isRenamedId(entry.id, again);
        const image = isRenamed ? withId(again, entry.id) : again;
        return converted.codec.fromEntry(image, common.context);
      },
    },
  );
  const left = Object.keys(all).filter((name) => !Object.hasOwn(keys, name));
  report(restoration, key, { ...result, isEdited, left });
  return result.object;
}

function carriedFor({ carried }: Restoration, key: string): JsonObject {
  const keys: unknown = carriedAt(carried.entries, key);
  return isObject(keys) ? keys : {};
}

function report(
  { tally, refused }: Restoration,
  key: string,
  result: RestoredKeys & { readonly isEdited: boolean; readonly left: readonly string[] },
): void {
  const where = `entry ${key}`;
  if (result.isEdited) {
    // An edited key differs from what is carried for it, and that is no contradiction.
    const left = [...result.left, ...result.refused];
    const leftOut = left.length > 0 ? `; not restored: ${keyList(left)}` : "";
    tally.add("changed", where, `${EDITED}${leftOut}`);
  } else {
    tally.countKept();
    if (result.refused.length > 0) {
      refused.add("changed", where, `${keyList(result.refused)}: ${CONTRADICTS}`);
    }
  }
  if (result.restored.length > 0) {
    tally.add("kept", where, `${keyList(result.restored)}: ${RESTORED}`);
  }
}

/** Entries that exist only in what was carried; accepted only if the converted format cannot contain them. */
function restoreOutside(restoration: Restoration, head: StateHead, shown: ReadonlySet<string>) {
  const { carried, origin, converted, common, tally, refused, countTokens } = restoration;
  const found: KeyedRecord[] = [];
  for (const key of new Set(carried.outside)) {
    const record = carriedFor(restoration, key);
    const entry = origin.codec.toEntry(record, { head, countTokens });
    if (!hasIdentity(entry)) {
      refused.add("changed", `entry ${key}`, "what is carried for it is not an entry");
      continue;
    }
    const isContained = converted.codec.fromEntry(entry, common.context) !== null;
    if (isContained || shown.has(key) || keyOf(entry, head) !== key) {
      const why = `${converted.name} can contain this entry, but the bundle does not contain it`;
      refused.add("changed", `entry ${key}`, why);
      continue;
    }
    found.push({ key, record });
    tally.countKept();
    tally.add("kept", `entry ${key}`, `the complete entry was ${RESTORED}`);
  }
  return found;
}

/** What is carried may be anything: only an entry with a text id can be compared with one. */
function hasIdentity({ id, namespace = "" }: StateEntry): boolean {
  return typeof id === "string" && typeof namespace === "string";
}

function sortByKey(entries: readonly KeyedRecord[], order: readonly string[]): JsonObject[] {
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOf = (key: string) => places.get(key) ?? order.length;
  const sorted = entries.toSorted((left, right) => placeOf(left.key) - placeOf(right.key));
  return sorted.map(({ record }) => record);
}
