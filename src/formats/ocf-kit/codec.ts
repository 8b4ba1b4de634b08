/**
 * Translates between kits and the common vocabulary. A kit has no slots and no budget: a slot is
 * chosen from the text (as on a commit) and the budget comes from the caller. It has no pointers
 * and no namespaces either; such entries are carried beside the bundle by the converter.
 */

import {
  asText,
  copyKey,
  isObject,
  type Json,
  type JsonObject,
  omitKeys,
} from "../../base/json/value.ts";
import { routeSlot } from "../../model/slot-routing.ts";
import {
  DEFAULT_SLOTS,
  type StateEntry,
  type StateHead,
  type TrailAction,
  type TrailEvent,
} from "../../model/state.ts";
import type { CodecContext, StateCodec, StateParts } from "../state-codec.ts";
import { WORKING_CONTEXT } from "../state-detect.ts";
import { modelFromParts, partsFromModel, type StateModel } from "../state-model.ts";
import { copyValid, isUsable } from "../state-records.ts";
import { recordShape, records } from "./records.ts";
import { tierOf } from "./tiers.ts";

/** The codec of the kit: records in tiers, without slots or a budget. */
export const state: StateCodec<StateModel> = {
  trailFile: "lifecycle.jsonl",
  entriesFile: "snapshot.json",
  idScope: "bundle",
  hasBudget: false,
  inferredKeys: ["slot"],
  readParts: partsFromModel,
  buildModel: modelFromParts,
  readHead,
  toEntry,
  fromEntry,
  buildDocuments,
  isTrailLine: (value) => isUsable(records.lifecycle, value),
  toEvent,
  fromEvent,
};

function readHead({ documents }: StateParts, budget: number): StateHead {
  const manifest: JsonObject = documents["manifest.json"] ?? {};
  return {
    created: asText(manifest.exported_at),
    ...(typeof manifest.agent_id === "string" ? { agent_id: manifest.agent_id } : {}),
    unit_source: "inline",
    unit_refs: [],
    collection: asText(manifest.collection),
    slots: DEFAULT_SLOTS,
    budget_tokens: budget,
    eviction: "lowest-score",
  };
}

/** The name of the records' schema in the specification. Nothing is fetched from there. */
const SCHEMA = "https://github.com/aquifer-labs/ocf/blob/main/schema/v0.1/snapshot.schema.json";

function buildDocuments(head: StateHead): StateParts["documents"] {
  const manifest: Record<string, Json> = { format: WORKING_CONTEXT, version: "0.1" };
  manifest.collection = head.collection ?? head.default_namespace ?? "shared";
  manifest.exported_at = head.created;
  copyKey(head, manifest, "agent_id");
  manifest.schema = SCHEMA;
  return { "manifest.json": manifest };
}

/** Keys that have another name in the entry, or are expressed by another key. */
const RELEVANCE = new Set(["relevance"]);
const TRANSLATED = new Set(["created_at", "node_id", "scores"]);
/**
 * Keys that mean something in the other formats and nothing here: copied back, they could change an
 * entry.
 */
const FOREIGN = new Set([
  "namespace",
  "version",
  "access_list",
  "resolution",
  "retrieval_strength",
]);

/**
 * Unknown keys stay on the entry, so that a way back finds them. `retracted` is archived in the
 * common vocabulary.
 */
function toEntry(
  record: JsonObject,
  { head, countTokens }: Omit<CodecContext, "entries">,
): StateEntry {
  const content = asText(record.content ?? "");
  const slots = head.slots.map((slot) => slot.name);
  const entry: Record<string, Json> = { id: asText(record.id) };
  entry.slot = slots.find((slot) => slot === record.slot) ?? routeSlot(content, slots);
  entry.content = content;
  entry.tokens = countTokens(content);
  entry.score = 1;
  const scores = isObject(record.scores) ? record.scores : {};
  copyKey(scores, entry, "relevance", "score");
  entry.unit_ref = typeof record.node_id === "string" ? record.node_id : asText(record.id);
  entry.committed_at = typeof record.created_at === "string" ? record.created_at : head.created;
  for (const key of Object.keys(record)) {
    if (Object.hasOwn(entry, key) || TRANSLATED.has(key) || FOREIGN.has(key)) continue;
    copyKey(record, entry, key);
  }
  // An entry with empty text is only a reference, as in the other formats.
  if (content === "") entry.resolution = "pointer";
  if (record.state === "retracted") entry.state = "archived";
  if (Object.keys(scores).some((key) => key !== "relevance")) copyKey(record, entry, "scores");
  return entry as unknown as StateEntry;
}

function fromEntry(entry: StateEntry): JsonObject | null {
  if (entry.resolution === "pointer" || entry.content === "") return null;
  const record: Record<string, Json> = { id: entry.id, content: entry.content };
  record.tier = tierOf(entry.tier as Json | undefined) ?? "L1";
  record.tags = [];
  copyValid(entry, record, "tags", recordShape);
  record.created_at = entry.committed_at;
  const scores = isObject(entry.scores) ? numbersOf(omitKeys(entry.scores, RELEVANCE)) : {};
  copyKey(entry, scores, "score", "relevance");
  record.scores = scores;
  if (entry.unit_ref !== undefined && entry.unit_ref !== entry.id) record.node_id = entry.unit_ref;
  for (const key of Object.keys(recordShape)) {
    if (!Object.hasOwn(record, key)) copyValid(entry, record, key, recordShape);
  }
  return record;
}

/**
 * Six events of the kit against twelve actions of the trail; the reason preserves what the event
 * cannot.
 */
const actions: Record<string, TrailAction> = {
  commit: "admit",
  evict: "evict",
  reject: "reject",
  dream: "dream",
  decay: "decay",
  import: "import",
};

function toEvent(line: JsonObject): TrailEvent {
  const event: Record<string, Json> = { ts: asText(line.ts) };
  event.action = actions[asText(line.event)] ?? "admit";
  copyKey(line, event, "record_id", "entry_id");
  copyKey(line, event, "scores", "signals");
  copyKey(line, event, "reason");
  return event as unknown as TrailEvent;
}

const events: Record<TrailAction, readonly [event: string, reason?: string]> = {
  admit: ["commit"],
  promote: ["commit", "promoted"],
  supersede: ["commit", "supersedes an earlier record"],
  merge: ["commit", "merged"],
  superseded: ["evict", "superseded"],
  merged: ["evict", "merged into another record"],
  archive: ["evict", "archived"],
  evict: ["evict"],
  reject: ["reject"],
  decay: ["decay"],
  import: ["import"],
  dream: ["dream"],
};

function fromEvent(event: TrailEvent): JsonObject {
  const [name, why] = events[event.action];
  const line: Record<string, Json> = { event: name, ts: event.ts };
  copyKey(event, line, "entry_id", "record_id");
  if (isObject(event.signals)) line.scores = numbersOf(event.signals);
  const reason = event.reason ?? why;
  if (reason !== undefined) line.reason = reason;
  return line;
}

/** Only the numbers among some values: the schema of `scores` allows nothing else. */
function numbersOf(values: JsonObject): Record<string, Json> {
  const numbers: Record<string, Json> = {};
  for (const key of Object.keys(values)) {
    if (typeof values[key] === "number") copyKey(values, numbers, key);
  }
  return numbers;
}
