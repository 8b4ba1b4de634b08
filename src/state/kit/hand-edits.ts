/**
 * Finds hand edits by computing the files again from the history and comparing them in the common
 * vocabulary. Values that reading changes (counters of use) do not count.
 */

import { comparableJson } from "../../base/json/canonical.ts";
import { codecOf, keyOf } from "../../bundles/convert/common-state.ts";
import type { Format } from "../../formats/format.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import {
  DEFAULT_BUDGET,
  type StateEntry,
  type StateHead,
  type TrailEvent,
} from "../../model/state.ts";
import type { Bounds } from "../event-bodies.ts";
import { buildParts } from "./build-bundle.ts";
import type { StateHistory } from "./history.ts";
import { findTrailEdits } from "./trail-edits.ts";

/** A difference between an entry in a bundle's files and in its history. */
export interface HandEdit {
  readonly kind: "added" | "changed" | "removed";
  /** The entry's key in the state. */
  readonly key: string;
  /** The keys that differ. */
  readonly keys: readonly string[];
  /** The entry as it is in the files; null when it was removed. */
  readonly now: StateEntry | null;
}

/** All hand edits of a bundle. */
export interface HandEdits {
  readonly entries: readonly HandEdit[];
  /** The bounds that the files declare differently. */
  readonly bounds: Partial<Pick<Bounds, "slots" | "budget_tokens" | "eviction">>;
  /** Differences between the trail and the history, as sentences. They cannot be imported. */
  readonly trail: readonly string[];
}

/** Keys that change when an entry is read. They are no edits. */
const USE_KEYS = new Set(["access_count", "last_access", "retrieval_strength"]);

/** What the files of a bundle are compared with. */
export interface HistorySide {
  readonly history: StateHistory;
  /** Trail lines of a dream, for which there is no event. */
  readonly more: readonly TrailEvent[];
}

/** Compares the files of a bundle with those that its history would give. */
export function findHandEdits(
  { history, more }: HistorySide,
  format: Format,
  parts: StateParts,
  countTokens: (text: string) => number,
): HandEdits {
  const { codec } = codecOf(format);
  const { created } = codec.readHead(parts, DEFAULT_BUDGET);
  const expected = buildParts(history, format, { created, collection: "", more }, countTokens);
  const [then, now] = [expected, parts].map((each) => {
    const head = codec.readHead(each, history.state.bounds.budget_tokens);
    return { head, entries: each.records.map((it) => codec.toEntry(it, { head, countTokens })) };
  });
  if (then === undefined || now === undefined) return { entries: [], bounds: {}, trail: [] };
  const expectedEntries = new Map(
    then.entries.map((entry, index) => [
      keyOf(entry, then.head),
      { entry, key: expected.keys[index] ?? "" },
    ]),
  );
  const edits: HandEdit[] = [];
  for (const entry of now.entries) {
    const name = keyOf(entry, now.head);
    const before = expectedEntries.get(name);
    expectedEntries.delete(name);
    const keys = changedKeys(before?.entry ?? {}, entry);
    if (before === undefined) edits.push({ kind: "added", key: name, keys, now: entry });
    else if (keys.length > 0) edits.push({ kind: "changed", key: before.key, keys, now: entry });
  }
  for (const { key } of expectedEntries.values()) {
    edits.push({ kind: "removed", key, keys: [], now: null });
  }
  const trail = findTrailEdits(codec.trailFile, expected.lines, parts.lines);
  return { entries: edits, bounds: changedBounds(then.head, now.head), trail };
}

function changedKeys(before: object, after: object): string[] {
  const canonicalValue = (entry: object, key: string) =>
    Object.hasOwn(entry, key) ? comparableJson(Reflect.get(entry, key)) : null;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter(
      (key) => !USE_KEYS.has(key) && canonicalValue(before, key) !== canonicalValue(after, key),
    )
    .sort();
}

function changedBounds(before: StateHead, after: StateHead): HandEdits["bounds"] {
  const { slots, budget_tokens, eviction } = after;
  // A format without keys for descriptions or a policy leaves them out: that is no edit.
  const isPlain = slots.every(({ description }) => description === undefined);
  const names = (list: StateHead["slots"]) => comparableJson(list.map((slot) => slot.name));
  const sameSlots = isPlain
    ? names(slots) === names(before.slots)
    : comparableJson(slots) === comparableJson(before.slots);
  const isChanged = eviction !== before.eviction;
  const isPolicy = eviction === "oldest" || eviction === "manual";
  return {
    ...(sameSlots ? {} : { slots: slots.map((slot) => ({ ...slot })) }),
    ...(budget_tokens === before.budget_tokens ? {} : { budget_tokens }),
    ...(isChanged && isPolicy ? { eviction } : {}),
  };
}

/** Whether there are any edits. */
export function hasEdits({ entries, bounds, trail }: HandEdits): boolean {
  return entries.length > 0 || Object.keys(bounds).length > 0 || trail.length > 0;
}

/** The edits as sentences. */
export function editTexts({ entries, bounds, trail }: HandEdits): readonly string[] {
  const declared = Object.keys(bounds);
  return [
    ...(declared.length > 0 ? [`the state's ${declared.join(", ")} changed`] : []),
    ...entries.map(({ kind, key, keys }) =>
      kind === "changed" ? `entry "${key}" changed: ${keys.join(", ")}` : `entry "${key}" ${kind}`,
    ),
    ...trail,
  ];
}
