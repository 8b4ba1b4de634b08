/**
 * Translates between OCF and the common vocabulary. Version 0.1 is written unless something needs
 * 0.2 (namespaces, versions, authors, access lists), so that readers of 0.1 are not shut out. OCF
 * forbids unknown keys: what it has no key for is left to the converter, which carries it beside
 * the bundle.
 */

import {
  asNumber,
  asText,
  copyKey,
  isObject,
  type Json,
  type JsonObject,
} from "../../base/json/value.ts";
import {
  leavesInForce,
  type StateEntry,
  type StateHead,
  type TrailAction,
  type TrailEvent,
  tokensOf,
} from "../../model/state.ts";
import type { CodecContext, StateCodec, StateParts } from "../state-codec.ts";
import { type StateModel, snapshotCodec } from "../state-model.ts";
import { copyValid, headOfManifest, isUsable, sessionSchema } from "../state-records.ts";
import { entryShape, multiWriterKeys, records } from "./records.ts";

/** The codec of OCF. */
export const state: StateCodec<StateModel> = {
  ...snapshotCodec,
  trailFile: "qualify.jsonl",
  idScope: "namespace",
  readHead,
  fromEntry,
  buildDocuments,
  isTrailLine: (value) => isUsable(records.qualify, value),
  toEvent,
  fromEvent,
};

function readHead({ documents }: StateParts): StateHead {
  const manifest: JsonObject = documents["manifest.json"] ?? {};
  const schema: JsonObject = documents["schema.json"] ?? {};
  const slots = Array.isArray(schema.slots) ? schema.slots.filter(isObject) : [];
  const refs = Array.isArray(manifest.unit_refs) ? manifest.unit_refs : [];
  return {
    created: asText(manifest.created),
    ...headOfManifest(manifest, refs),
    slots: slots.map((slot) => ({
      name: asText(slot.name),
      ...(typeof slot.description === "string" ? { description: slot.description } : {}),
    })),
    budget_tokens: asNumber(schema.budget_tokens),
    eviction: typeof schema.eviction === "string" ? schema.eviction : "lowest-score",
  };
}

function buildDocuments(head: StateHead, entries: readonly StateEntry[]): StateParts["documents"] {
  const isMultiWriter =
    head.default_namespace !== undefined ||
    entries.some((entry) => multiWriterKeys.some((key) => entry[key] !== undefined));
  const version = isMultiWriter ? "0.2" : "0.1";
  const manifest: Record<string, Json> = { ocf_version: version };
  copyKey(head, manifest, "agent_id");
  copyKey(head, manifest, "created");
  copyKey(head, manifest, "default_namespace");
  copyKey(head, manifest, "unit_source");
  if (head.unit_refs.length > 0) manifest.unit_refs = head.unit_refs;
  if (head.session) manifest.session = sessionOf(head.session);
  const tokens = tokensOf(entries);
  return {
    "manifest.json": manifest,
    "schema.json": {
      ocf_version: version,
      slots: head.slots.map((slot) => ({ ...slot })),
      budget_tokens: head.budget_tokens,
      eviction: head.eviction,
    },
    "snapshot.json": {
      budget_tokens: head.budget_tokens,
      token_count: tokens,
      saturation: Number((tokens / head.budget_tokens).toFixed(4)),
    },
  };
}

/** OCF has four keys of a session and forbids others. */
function sessionOf(session: JsonObject): JsonObject {
  const known: Record<string, Json> = {};
  for (const key of Object.keys(session)) copyValid(session, known, key, sessionSchema.shape);
  return known;
}

function fromEntry(entry: StateEntry): JsonObject {
  const record: Record<string, Json> = {};
  for (const key of Object.keys(entry)) copyValid(entry, record, key, entryShape);
  return record;
}

/** Keys of a line that have the same name in the common vocabulary. */
const ALIKE = ["author_id", "expected_version", "actual_version", "result_version"];

function toEvent(line: JsonObject, { entries }: CodecContext): TrailEvent {
  const event: Record<string, Json> = { ts: asText(line.ts), action: actionOf(line) };
  event.entry_id = typeof line.record_id === "string" ? line.record_id : idOfUnit(line, entries);
  for (const key of ["namespace", "unit_ref", "slot", "score", "reason", ...ALIKE]) {
    copyKey(line, event, key);
  }
  const old =
    typeof line.reason === "string" ? /^supersedes (.+)$/.exec(line.reason)?.[1] : undefined;
  if (old !== undefined) event.supersedes = old;
  return event as unknown as TrailEvent;
}

function idOfUnit(line: JsonObject, entries: CodecContext["entries"]): string {
  for (const entry of entries.values()) if (entry.unit_ref === line.unit_ref) return entry.id;
  return asText(line.unit_ref);
}

/**
 * `supersede` and `merge` are written for both halves; `admitted` distinguishes the new entry from
 * the old one.
 */
function actionOf(line: JsonObject): TrailAction {
  const decision = line.decision ?? (line.admitted ? "admit" : "reject");
  if (decision === "supersede") return line.admitted ? "supersede" : "superseded";
  if (decision === "merge") return line.admitted ? "merge" : "merged";
  return decision as TrailAction;
}

const decisions: Record<TrailAction, string> = {
  admit: "admit",
  promote: "promote",
  reject: "reject",
  supersede: "supersede",
  superseded: "supersede",
  merge: "merge",
  merged: "merge",
  archive: "archive",
  decay: "decay",
  evict: "evict",
  import: "admit",
  dream: "promote",
};

const reasons: Partial<Record<TrailAction, string>> = {
  superseded: "superseded",
  import: "imported",
  dream: "dream",
};

/**
 * Every line needs a `unit_ref` and a score; without one, an inline reference and the entry's own
 * score are used.
 */
function fromEvent(event: TrailEvent, { entries }: CodecContext): JsonObject {
  const id = event.entry_id ?? event.action;
  const entry = entries.get(id);
  const line: Record<string, Json> = { ts: event.ts };
  if (event.entry_id !== undefined) line.record_id = event.entry_id;
  copyKey(event, line, "namespace");
  line.unit_ref = event.unit_ref ?? entry?.unit_ref ?? `inline://${id}`;
  line.admitted = leavesInForce(event.action);
  line.decision = decisions[event.action];
  line.slot = event.slot ?? (event.action === "reject" ? null : (entry?.slot ?? null));
  const relevance = event.signals?.relevance;
  line.score = event.score ?? (typeof relevance === "number" ? relevance : (entry?.score ?? 0));
  const replaced = event.supersedes === undefined ? undefined : `supersedes ${event.supersedes}`;
  const reason = event.reason ?? replaced ?? reasons[event.action];
  if (reason !== undefined) line.reason = reason;
  for (const key of ALIKE) copyKey(event, line, key);
  return line;
}
