import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject, without } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { lineFrom, type StateParts, type TrailLine } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateEntry, tokensOf } from "../../model/state.ts";
import { type Carried, putBack } from "./carried.ts";
import {
  type CommonState,
  commonState,
  keyOf,
  recordHash,
  type Side,
  type StateOptions,
} from "./state-pair.ts";

/** A state put back into the format it came from. */
export interface Restored {
  readonly parts: StateParts;
  readonly kept: number;
  readonly loss: readonly LossItem[];
}

/** Keys that describe a content and are worthless once the content was edited. */
const OF_CONTENT = new Set(["content", "tokens", "resolution"]);

/**
 * Undoes a conversion: what was carried is put back, and what was edited since then keeps its edit.
 */
export function restoreState(
  image: Side,
  imageParts: StateParts,
  source: Side,
  carried: Carried,
  options: StateOptions,
): Restored {
  const common = commonState(image.codec, imageParts, {
    ...options,
    defaultBudget: DEFAULT_BUDGET,
  });
  const loss: LossItem[] = [];
  const records = restoreEntries(imageParts, common, source, carried, loss);
  const lines = restoreTrail(imageParts, common, source, carried, loss);
  const documents = restoreDocuments(common, source, carried, records);
  return {
    parts: { documents, records, lines },
    kept: records.length + lines.length - loss.length,
    loss,
  };
}

function restoreEntries(
  imageParts: StateParts,
  common: CommonState,
  source: Side,
  carried: Carried,
  loss: LossItem[],
): JsonObject[] {
  const byKey = new Map<string, JsonObject>();
  for (const [index, entry] of common.entries.entries()) {
    const imageKey = keyOf(entry, common.head);
    const key = carried.renamed[imageKey] ?? imageKey;
    const mapped = source.codec.recordOf(entry, common.context);
    const guard = carried.guards[key];
    const isEdited = guard !== undefined && guard !== recordHash(imageParts.records[index] ?? {});
    if (mapped) byKey.set(key, restoreEntry(mapped, key, isEdited, carried));
    if (isEdited) {
      loss.push({
        kind: "changed",
        where: `entry ${key}`,
        why: "edited since the conversion; the edit is kept",
      });
    }
  }
  for (const key of carried.outside) {
    const record = carried.entries[key];
    if (record && !byKey.has(key)) byKey.set(key, record as JsonObject);
  }
  return inOrder(byKey, carried.order);
}

function restoreEntry(
  mapped: JsonObject,
  key: string,
  isEdited: boolean,
  carried: Carried,
): JsonObject {
  const keys = carried.entries[key] as JsonObject | undefined;
  const absent = carried.absent.entries[key] ?? [];
  if (!isEdited) return putBack(mapped, keys, absent);
  return putBack(
    mapped,
    without(keys ?? {}, OF_CONTENT),
    absent.filter((name) => !OF_CONTENT.has(name)),
  );
}

function inOrder(byKey: ReadonlyMap<string, JsonObject>, order: readonly string[]): JsonObject[] {
  const known = new Set(order);
  const first = order.map((key) => byKey.get(key)).filter((record) => record !== undefined);
  const later = [...byKey].filter(([key]) => !known.has(key)).map(([, record]) => record);
  return [...first, ...later];
}

function restoreTrail(
  imageParts: StateParts,
  common: CommonState,
  source: Side,
  carried: Carried,
  loss: LossItem[],
): TrailLine[] {
  const behind = new Map<number, Carried["trail"]>();
  const instead = new Map<number, Carried["trail"][number]>();
  for (const each of carried.trail) {
    if (each.guard !== undefined) instead.set(each.line, each);
    else behind.set(each.line, [...(behind.get(each.line) ?? []), each]);
  }
  const lines: TrailLine[] = (behind.get(0) ?? []).map(asLine);
  for (const [index, event] of common.events.entries()) {
    const number = index + 1;
    const line = imageParts.lines[index];
    const original = instead.get(number);
    if (original && line && original.guard === guardOf(line)) lines.push(asLine(original));
    else {
      const mapped = event && source.codec.lineOf(event, common.context);
      if (mapped) lines.push(lineFrom(mapped));
      if (original || !mapped) {
        const why = mapped
          ? "edited since the conversion; the edit is kept"
          : "the line was not understood";
        loss.push({ kind: mapped ? "changed" : "dropped", where: `trail line ${number}`, why });
      }
    }
    lines.push(...(behind.get(number) ?? []).map(asLine));
  }
  // Lines were taken away since; what stood behind them is still there.
  const last = common.events.length;
  const later = carried.trail.filter((each) => each.guard === undefined && each.line > last);
  lines.push(...later.map(asLine));
  return lines;
}

function guardOf(line: TrailLine): string {
  return sha256(line.value ? writeJson(line.value, 0) : line.text);
}

function asLine(carried: Carried["trail"][number]): TrailLine {
  const value = isObject(carried.value) ? carried.value : null;
  return { number: 0, text: carried.raw ?? writeJson((carried.value ?? null) as Json, 0), value };
}

function restoreDocuments(
  common: CommonState,
  source: Side,
  carried: Carried,
  records: readonly JsonObject[],
): StateParts["documents"] {
  const entries = records as readonly unknown[] as readonly StateEntry[];
  const mapped = source.codec.documentsOf(common.head, entries);
  const documents: Record<string, Record<string, Json>> = {};
  for (const [file, document] of Object.entries(mapped)) {
    const keys = carried.files[file] as JsonObject | undefined;
    documents[file] = putBack(document, keys, carried.absent.files[file]);
  }
  refresh(documents["snapshot.json"], entries);
  return documents;
}

/** What follows from the entries is computed from what they are now. */
function refresh(snapshot: Record<string, Json> | undefined, entries: readonly StateEntry[]): void {
  if (!snapshot || snapshot.token_count === undefined) return;
  const tokens = tokensOf(entries);
  snapshot.token_count = tokens;
  if (typeof snapshot.saturation !== "number" || typeof snapshot.budget_tokens !== "number") return;
  const actual = tokens / snapshot.budget_tokens;
  if (Math.abs(snapshot.saturation - actual) > 0.01)
    snapshot.saturation = Number(actual.toFixed(4));
}
