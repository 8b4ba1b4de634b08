/**
 * Finds what a conversion loses by converting there and back and comparing: documents key by key,
 * entries key by key, trail lines as text. Whatever differs is carried. A list of known exceptions
 * would miss the next new key.
 */

import { sha256 } from "../../base/hash.ts";
import { copyKey, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import type { StateParts, TrailLine } from "../../formats/state-codec.ts";
import type { StateEntry } from "../../model/state.ts";
import type { Carried } from "./carried.ts";
import { CARRIED_FILE } from "./carried-facts.ts";
import {
  type CommonState,
  compareKeys,
  keyOf,
  type NamedCodec,
  recordHash,
} from "./common-state.ts";
import { documentView, flatKey, flatten, selectDocumentKeys } from "./flat-documents.ts";
import { keyList, type LossTally } from "./loss-tally.ts";

/** A state, the same state in another format, and what that gives when it is mapped back. */
export interface StateComparison {
  readonly source: NamedCodec;
  readonly sourceParts: StateParts;
  readonly target: NamedCodec;
  readonly common: CommonState;
  /** The target's documents. */
  readonly documents: StateParts["documents"];
  /** The target's records and lines, one for each of the source's; null where the target has none. */
  readonly records: readonly (JsonObject | null)[];
  readonly lines: readonly (JsonObject | null)[];
  /** The target's records, read in the common vocabulary again. */
  readonly back: CommonState;
}

const CARRIED = `kept in ${CARRIED_FILE}, which readers of the target ignore`;
const REPLACED = "replaced by an option of this conversion";

/**
 * Carries whatever a round trip would change, and counts everything. Comparing instead of keeping a
 * list of exceptions means that a new key of a format can never be lost without a word.
 */
export function carryState(conversion: StateComparison, carried: Carried, tally: LossTally): void {
  carryDocuments(conversion, carried, tally);
  carryEntries(conversion, carried, tally);
  carryTrail(conversion, carried, tally);
  const { source, sourceParts } = conversion;
  const why = "the line is truncated or not UTF-8 and could not be kept";
  for (let left = sourceParts.lost ?? 0; left > 0; left--) {
    tally.add("dropped", source.codec.trailFile, why);
  }
}

/** Keys that follow from the entries and are recomputed. */
const DERIVED: ReadonlySet<string> = new Set([flatKey("snapshot.json", "token_count")]);

function carryDocuments(conversion: StateComparison, carried: Carried, tally: LossTally): void {
  const { source, sourceParts, target, documents, back } = conversion;
  const mapped = flatten(source.codec.buildDocuments(back.head, back.entries));
  const original = flatten(sourceParts.documents);
  const { changed, added } = compareKeys(original, mapped);
  const keys: Record<string, Json> = {};
  for (const key of changed) if (!DERIVED.has(key)) copyKey(original, keys, key);
  const view = documentView(source, target, back.entries, documents);
  // What an option replaced, such as the budget, is not restored on the way back.
  const refused = new Set(selectDocumentKeys(mapped, { keys, absent: added }, view).refused);
  for (const [file, document] of Object.entries(sourceParts.documents)) {
    const own: Record<string, Json> = {};
    for (const key of Object.keys(document)) {
      const name = flatKey(file, key);
      if (!Object.hasOwn(keys, name)) tally.countKept();
      else if (refused.has(name)) tally.add("changed", name, REPLACED);
      else {
        copyKey(document, own, key);
        tally.add("changed", name, `the target has no such field; ${CARRIED}`);
      }
    }
    if (Object.keys(own).length > 0) carried.files[file] = own;
    const absent = added.filter((name) => name.startsWith(flatKey(file, "")) && !refused.has(name));
    if (absent.length > 0) {
      carried.absent.files[file] = absent.map((name) => name.slice(flatKey(file, "").length));
    }
  }
}

function carryEntries(conversion: StateComparison, carried: Carried, tally: LossTally): void {
  const { source, sourceParts, target, common, records, back } = conversion;
  let next = 0;
  for (const [index, entry] of common.entries.entries()) {
    const record = sourceParts.records[index] ?? {};
    const key = keyOf(entry, common.head);
    const where = `${source.codec.entriesFile} entry ${key}`;
    const converted = records[index];
    if (!converted) {
      carried.outside.push(key);
      carried.entries[key] = record;
      tally.add("dropped", where, `the target format has no such kind of entry; ${CARRIED}`);
      continue;
    }
    // Every record of the target was mapped back, in the same order.
    const again = back.entries[next++] as StateEntry;
    // The target may have no namespaces, or the id had to change to stay unique.
    const targetKey = keyOf(again, back.head);
    if (targetKey !== key) carried.renamed[targetKey] = key;
    const mapped = source.codec.fromEntry(again, back.context) ?? {};
    const { inferredKeys } = target.codec;
    carryEntry(
      record,
      mapped,
      { key, where, guard: recordHash(converted), inferredKeys, carried },
      tally,
    );
  }
  if (carried.outside.length > 0) {
    carried.order = common.entries.map((entry) => keyOf(entry, common.head));
  }
}

interface EntryPlace {
  readonly key: string;
  readonly where: string;
  readonly guard: string;
  /** Keys that are restored only while what they are inferred from is not edited. */
  readonly inferredKeys: readonly string[];
  readonly carried: Carried;
}

function carryEntry(
  record: JsonObject,
  mapped: JsonObject,
  at: EntryPlace,
  tally: LossTally,
): void {
  const { changed, added } = compareKeys(record, mapped);
  const keys: Record<string, Json> = {};
  for (const key of [...changed, ...at.inferredKeys]) copyKey(record, keys, key);
  if (added.length > 0) at.carried.absent.entries[at.key] = [...added];
  if (Object.keys(keys).length > 0) at.carried.entries[at.key] = keys;
  if (changed.length === 0) tally.countKept();
  else
    tally.add("changed", at.where, `${keyList(changed)}: the target has no such field; ${CARRIED}`);
  if (Object.keys(keys).length + added.length > 0) at.carried.guards[at.key] = at.guard;
}

/**
 * `line` counts lines of the target: a carried line with a guard replaces that line, one without
 * follows it.
 */
function carryTrail(conversion: StateComparison, carried: Carried, tally: LossTally): void {
  const { source, sourceParts, lines, back } = conversion;
  let line = 0;
  const isLong = sourceParts.lines.length > LONG_TRAIL;
  for (const [index, each] of sourceParts.lines.entries()) {
    const { text, value, number } = each;
    const where = `${source.codec.trailFile} line ${number}`;
    const converted = lines[index];
    if (!converted) {
      carried.trail.push({ line, ...toCarriedLine(each, isLong) });
      const why = value ? "the target has no such decision" : "the line could not be parsed";
      tally.add("dropped", where, `${why}; ${CARRIED}`);
      continue;
    }
    const event = back.events[line++];
    const mapped = event ? source.codec.fromEvent(event, back.context) : null;
    if (mapped === null || writeJson(mapped, 0) !== text) {
      const guard = sha256(writeJson(converted, 0));
      carried.trail.push({ line, ...toCarriedLine(each, isLong), guard });
    }
    const { changed, added } = compareKeys(value ?? {}, mapped ?? {});
    if (changed.length + added.length === 0) tally.countKept();
    else {
      const keys = keyList([...changed, ...added]);
      tally.add("changed", where, `${keys} encoded differently; ${CARRIED}`);
    }
  }
}

/** A longer trail is carried as text alone: parsed values cost their reader many times as much. */
const LONG_TRAIL = 20_000;

function toCarriedLine(
  { text, value }: TrailLine,
  isLong: boolean,
): { value: JsonObject | null; raw?: string } {
  if (isLong) return { value: null, raw: text };
  const isExact = isObject(value) && writeJson(value, 0) === text;
  return isExact ? { value } : { value, raw: text };
}
