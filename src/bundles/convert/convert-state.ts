import { sha256 } from "../../base/hash.ts";
import { copyKey, isObject, type Json, type JsonObject, without } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { type CodecContext, lineFrom, type StateParts } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateEntry, type StateHead, tokensOf } from "../../model/state.ts";
import { CARRIED, type Carried, emptyCarried } from "./carried.ts";
import { overBudget } from "./set-budget.ts";
import {
  type CommonState,
  commonState,
  difference,
  keyOf,
  recordHash,
  type Side,
  type StateOptions,
} from "./state-pair.ts";

/** A converted state: the target's records, what travels beside them, and what was lost. */
export interface StateConversion {
  readonly parts: StateParts;
  readonly carried: Carried;
  readonly kept: number;
  readonly loss: readonly LossItem[];
}

const BESIDE = `kept in ${CARRIED}; readers of the target do not see it`;

/**
 * Says a state in another format. Whatever the target cannot say exactly is found by mapping the
 * result back and comparing, and is carried, so that the way back restores it.
 */
export function convertState(
  source: Side,
  sourceParts: StateParts,
  target: Side,
  options: StateOptions & { readonly before: Carried | null },
): StateConversion {
  const common = commonState(source.codec, sourceParts, {
    ...options,
    defaultBudget: DEFAULT_BUDGET,
  });
  const tally = createTally(emptyCarried(source.name, target.name, options.before));
  const unique = target.codec.idScope === "bundle" ? renameTwins(common) : common;
  const fitted = fitBudget(source, target, unique, options, tally);
  const records = fitted.entries.map((entry) => target.codec.recordOf(entry, fitted.context));
  const held = fitted.entries.filter((_, index) => records[index] !== null);
  const documents = target.codec.documentsOf(fitted.head, held);
  const lines = fitted.events.map((event) => event && target.codec.lineOf(event, fitted.context));
  const parts: StateParts = {
    documents,
    records: records.filter((record) => record !== null),
    lines: lines.filter((line) => line !== null).map(lineFrom),
  };
  const back = commonState(target.codec, parts, {
    ...options,
    budget: null,
    defaultBudget: DEFAULT_BUDGET,
  });
  carryDocuments(source, sourceParts, back, tally);
  carryEntries(source, sourceParts, { common, records, back, target }, tally);
  carryTrail(source, sourceParts, { lines, back }, tally);
  countLost(source, sourceParts, tally);
  return { parts, carried: tally.carried, kept: tally.kept(), loss: tally.loss() };
}

interface Tally {
  readonly carried: Carried;
  keep(): void;
  lose(kind: LossItem["kind"], where: string, why: string): void;
  kept(): number;
  loss(): LossItem[];
}

const PLACES_SHOWN = 5;

/** Counts what was kept, and groups what was not by its reason. */
function createTally(carried: Carried): Tally {
  let kept = 0;
  const groups = new Map<
    string,
    { kind: LossItem["kind"]; why: string; places: string[]; count: number }
  >();
  return {
    carried,
    keep: () => {
      kept++;
    },
    lose(kind, where, why) {
      const group = groups.get(`${kind} ${why}`) ?? { kind, why, places: [], count: 0 };
      group.count++;
      if (group.places.length < PLACES_SHOWN) group.places.push(where);
      groups.set(`${kind} ${why}`, group);
    },
    kept: () => kept,
    loss: () =>
      [...groups.values()].map(({ kind, why, places, count }) => {
        const more = count > places.length ? ` and ${count - places.length} more` : "";
        return { kind, where: places.join(", ") + more, why, count };
      }),
  };
}

const NONE = new Set<string>();

/** Ids that are unique only within a namespace get the namespace into the id. */
function renameTwins(common: CommonState): CommonState {
  const seen = new Set<string>();
  const newIds = new Map<string, string>();
  const taken = new Set(common.entries.map((entry) => entry.id));
  const entries = common.entries.map((entry) => {
    if (!seen.has(entry.id)) {
      seen.add(entry.id);
      return entry;
    }
    let id = `${entry.namespace ?? "other"}:${entry.id}`;
    while (taken.has(id)) id = `${id}'`;
    taken.add(id);
    // Not spread: the spelling of numbers belongs to the object that was read.
    const renamed = Object.assign(without(entry, NONE), { id }) as unknown as StateEntry;
    newIds.set(keyOf(entry, common.head), id);
    return renamed;
  });
  const events = common.events.map((event) => {
    if (event?.entry_id === undefined) return event;
    const { entry_id: id, namespace } = event;
    const newId = newIds.get(keyOf({ id, ...(namespace ? { namespace } : {}) }, common.head));
    return newId === undefined ? event : { ...event, entry_id: newId };
  });
  return { ...common, entries, events };
}

/** No state over its budget is ever written: a source without a budget gets one that fits. */
function fitBudget(
  source: Side,
  target: Side,
  common: CommonState,
  options: StateOptions,
  tally: Tally,
): CommonState {
  const tokens = tokensOf(common.entries);
  const budget = common.head.budget_tokens;
  if (target.name === "ocf-kit" || tokens <= budget) return common;
  if (options.budget !== null || source.name !== "ocf-kit") {
    throw overBudget(tokens, budget);
  }
  const head: StateHead = { ...common.head, budget_tokens: tokens };
  tally.lose(
    "changed",
    "snapshot.json",
    `the budget is raised from the default ${budget} to fit ${tokens} tokens`,
  );
  return { ...common, head, context: { ...common.context, head } };
}

/** Keys that follow from the entries and are computed anew. */
const DERIVED: Readonly<Record<string, ReadonlySet<string>>> = {
  "snapshot.json": new Set(["token_count"]),
};

function carryDocuments(source: Side, original: StateParts, back: CommonState, tally: Tally): void {
  const mapped = source.codec.documentsOf(back.head, back.entries);
  for (const [file, document] of Object.entries(original.documents)) {
    const { changed, added } = difference(document, mapped[file] ?? {});
    const carried: Record<string, Json> = {};
    for (const key of Object.keys(document)) {
      if (!changed.includes(key) || DERIVED[file]?.has(key)) {
        tally.keep();
        continue;
      }
      copyKey(document, carried, key);
      tally.lose("changed", `${file} /${key}`, `the target has no word for it; ${BESIDE}`);
    }
    if (Object.keys(carried).length > 0) tally.carried.files[file] = carried;
    if (added.length > 0) tally.carried.absent.files[file] = [...added];
  }
}

interface EntryImages {
  readonly common: CommonState;
  readonly records: readonly (JsonObject | null)[];
  readonly back: CommonState;
  readonly target: Side;
}

function carryEntries(source: Side, original: StateParts, images: EntryImages, tally: Tally): void {
  const { common, records, back } = images;
  const { carried } = tally;
  let next = 0;
  for (const [index, entry] of common.entries.entries()) {
    const record = original.records[index] ?? {};
    const key = keyOf(entry, common.head);
    const where = `${source.codec.entriesFile} entry ${key}`;
    const image = records[index];
    if (!image) {
      carried.outside.push(key);
      carried.entries[key] = record;
      tally.lose("dropped", where, `the target cannot hold such an entry; ${BESIDE}`);
      continue;
    }
    const again = back.entries[next++] as StateEntry;
    // The target may know no namespaces, or only ids that had to change.
    const imageKey = keyOf(again, back.head);
    if (imageKey !== key) carried.renamed[imageKey] = key;
    const mapped = source.codec.recordOf(again, back.context) ?? {};
    carryEntry(record, mapped, { key, where, guard: recordHash(image) }, tally);
  }
  if (carried.outside.length > 0) {
    carried.order = common.entries.map((entry) => keyOf(entry, common.head));
  }
}

function carryEntry(
  record: JsonObject,
  mapped: JsonObject,
  at: { readonly key: string; readonly where: string; readonly guard: string },
  tally: Tally,
): void {
  const { changed, added } = difference(record, mapped);
  if (added.length > 0) tally.carried.absent.entries[at.key] = [...added];
  if (changed.length === 0) {
    tally.keep();
  } else {
    const keys: Record<string, Json> = {};
    for (const key of changed) copyKey(record, keys, key);
    tally.carried.entries[at.key] = keys;
    tally.lose("changed", at.where, `${changed.join(", ")}: no word in the target; ${BESIDE}`);
  }
  if (changed.length > 0 || added.length > 0) tally.carried.guards[at.key] = at.guard;
}

interface TrailImages {
  readonly lines: readonly (JsonObject | null)[];
  readonly back: CommonState;
}

function carryTrail(source: Side, original: StateParts, images: TrailImages, tally: Tally): void {
  const context: CodecContext = images.back.context;
  let line = 0;
  for (const [index, each] of original.lines.entries()) {
    const { text, value, number } = each;
    const where = `${source.codec.trailFile} line ${number}`;
    const image = images.lines[index];
    if (!image) {
      tally.carried.trail.push({ line, value: value ?? null, ...spelled(value, text) });
      const why = value ? "the target has no such decision" : "the line was not understood";
      tally.lose("dropped", where, `${why}; ${BESIDE}`);
      continue;
    }
    const event = images.back.events[line++];
    const mapped = event ? source.codec.lineOf(event, context) : null;
    const exact = mapped !== null && writeJson(mapped, 0) === text;
    if (!exact) {
      const guard = sha256(writeJson(image, 0));
      tally.carried.trail.push({ line, value: value ?? null, ...spelled(value, text), guard });
    }
    const { changed, added } = difference(value ?? {}, mapped ?? {});
    if (changed.length + added.length === 0) tally.keep();
    else
      tally.lose(
        "changed",
        where,
        `${[...changed, ...added].join(", ")} said differently; ${BESIDE}`,
      );
  }
}

function countLost(source: Side, { lost = 0 }: StateParts, tally: Tally): void {
  const why = "the line is cut off or not UTF-8, and is kept nowhere";
  for (let left = lost; left > 0; left--) tally.lose("dropped", source.codec.trailFile, why);
}

function spelled(value: JsonObject | null, text: string): { raw?: string } {
  return isObject(value) && writeJson(value, 0) === text ? {} : { raw: text };
}
