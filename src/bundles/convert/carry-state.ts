import { sha256 } from "../../base/hash.ts";
import { copyKey, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import type { StateParts, TrailLine } from "../../formats/state-codec.ts";
import type { StateEntry } from "../../model/state.ts";
import type { Carried } from "./carried.ts";
import { CARRIED } from "./carried-facts.ts";
import { documentImage, flatten, judgeDocuments, nameOf } from "./flat-documents.ts";
import { type CommonState, difference, keyOf, recordHash, type Side } from "./state-pair.ts";
import { keyList, type Tally } from "./tally.ts";

/** A state, its image in another format, and what the image says when it is mapped back. */
export interface Conversion {
  readonly source: Side;
  readonly sourceParts: StateParts;
  readonly target: Side;
  readonly common: CommonState;
  /** The target's documents. */
  readonly documents: StateParts["documents"];
  /** The target's records and lines, one for each of the source's; null where it has none. */
  readonly records: readonly (JsonObject | null)[];
  readonly lines: readonly (JsonObject | null)[];
  readonly back: CommonState;
}

const BESIDE = `kept in ${CARRIED}; readers of the target do not see it`;
const UNSAID = `not said by the target; carried in ${CARRIED}`;

const OTHERWISE = "the target was told to say it otherwise";

/** Carries what does not come back by itself, and counts everything. */
export function carryState(conversion: Conversion, carried: Carried, tally: Tally): void {
  carryDocuments(conversion, carried, tally);
  carryEntries(conversion, carried, tally);
  carryTrail(conversion, carried, tally);
  const { source, sourceParts } = conversion;
  const why = "the line is cut off or not UTF-8, and is kept nowhere";
  for (let left = sourceParts.lost ?? 0; left > 0; left--) {
    tally.lose("dropped", source.codec.trailFile, why);
  }
}

/** Keys that follow from the entries and are computed anew. */
const DERIVED: ReadonlySet<string> = new Set([nameOf("snapshot.json", "token_count")]);

function carryDocuments(conversion: Conversion, carried: Carried, tally: Tally): void {
  const { source, sourceParts, target, documents, back } = conversion;
  const mapped = flatten(source.codec.buildDocuments(back.head, back.entries));
  const original = flatten(sourceParts.documents);
  const { changed, added } = difference(original, mapped);
  const keys: Record<string, Json> = {};
  for (const key of changed) if (!DERIVED.has(key)) copyKey(original, keys, key);
  const image = documentImage(source, target, back.entries, documents);
  // What the target was told to say otherwise, such as another budget, stays so on the way back.
  const refused = new Set(judgeDocuments(mapped, { keys, absent: added }, image).refused);
  for (const [file, document] of Object.entries(sourceParts.documents)) {
    const own: Record<string, Json> = {};
    for (const key of Object.keys(document)) {
      const name = nameOf(file, key);
      if (!Object.hasOwn(keys, name)) tally.keep();
      else if (refused.has(name)) tally.lose("changed", name, OTHERWISE);
      else {
        copyKey(document, own, key);
        tally.lose("changed", name, `the target has no word for it; ${BESIDE}`);
      }
    }
    if (Object.keys(own).length > 0) carried.files[file] = own;
    const absent = added.filter((name) => name.startsWith(nameOf(file, "")) && !refused.has(name));
    if (absent.length > 0) {
      carried.absent.files[file] = absent.map((name) => name.slice(nameOf(file, "").length));
    }
  }
}

function carryEntries(conversion: Conversion, carried: Carried, tally: Tally): void {
  const { source, sourceParts, target, common, records, back } = conversion;
  let next = 0;
  for (const [index, entry] of common.entries.entries()) {
    const record = sourceParts.records[index] ?? {};
    const key = keyOf(entry, common.head);
    const where = `${source.codec.entriesFile} entry ${key}`;
    const image = records[index];
    if (!image) {
      carried.outside.push(key);
      carried.entries[key] = record;
      tally.lose("dropped", where, `an entry of a kind ${UNSAID}`);
      continue;
    }
    // Every image was mapped back, in the same order.
    const again = back.entries[next++] as StateEntry;
    // The target may know no namespaces, or only ids that had to change.
    const imageKey = keyOf(again, back.head);
    if (imageKey !== key) carried.renamed[imageKey] = key;
    const mapped = source.codec.fromEntry(again, back.context) ?? {};
    const { inferredKeys } = target.codec;
    carryEntry(
      record,
      mapped,
      { key, where, guard: recordHash(image), inferredKeys, carried },
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
  /** Keys that come back only as long as what they are guessed from is not edited. */
  readonly inferredKeys: readonly string[];
  readonly carried: Carried;
}

function carryEntry(record: JsonObject, mapped: JsonObject, at: EntryPlace, tally: Tally): void {
  const { changed, added } = difference(record, mapped);
  const keys: Record<string, Json> = {};
  for (const key of [...changed, ...at.inferredKeys]) copyKey(record, keys, key);
  if (added.length > 0) at.carried.absent.entries[at.key] = [...added];
  if (Object.keys(keys).length > 0) at.carried.entries[at.key] = keys;
  if (changed.length === 0) tally.keep();
  else tally.lose("changed", at.where, `${keyList(changed)}: no word in the target; ${BESIDE}`);
  if (Object.keys(keys).length + added.length > 0) at.carried.guards[at.key] = at.guard;
}

function carryTrail(conversion: Conversion, carried: Carried, tally: Tally): void {
  const { source, sourceParts, lines, back } = conversion;
  let line = 0;
  const isLong = sourceParts.lines.length > LONG_TRAIL;
  for (const [index, each] of sourceParts.lines.entries()) {
    const { text, value, number } = each;
    const where = `${source.codec.trailFile} line ${number}`;
    const image = lines[index];
    if (!image) {
      carried.trail.push({ line, ...asCarriedLine(each, isLong) });
      const what = value ? "a decision" : "a line that was not understood,";
      tally.lose("dropped", where, `${what} ${UNSAID}`);
      continue;
    }
    const event = back.events[line++];
    const mapped = event ? source.codec.fromEvent(event, back.context) : null;
    if (mapped === null || writeJson(mapped, 0) !== text) {
      const guard = sha256(writeJson(image, 0));
      carried.trail.push({ line, ...asCarriedLine(each, isLong), guard });
    }
    const { changed, added } = difference(value ?? {}, mapped ?? {});
    if (changed.length + added.length === 0) tally.keep();
    else {
      const keys = keyList([...changed, ...added]);
      tally.lose("changed", where, `${keys} said differently; ${BESIDE}`);
    }
  }
}

/** From here on lines are carried as text alone: values cost their reader many times as much. */
const LONG_TRAIL = 20_000;

function asCarriedLine(
  { text, value }: TrailLine,
  isLong: boolean,
): { value: JsonObject | null; raw?: string } {
  if (isLong) return { value: null, raw: text };
  const isExact = isObject(value) && writeJson(value, 0) === text;
  return isExact ? { value } : { value, raw: text };
}
