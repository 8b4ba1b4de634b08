/**
 * Translates between working-context and the common vocabulary. The format allows unknown keys, so
 * entries keep everything. Its trail has four decisions, each with a status; rejections, decay and
 * dreams have no line there and are reported as a loss.
 */

import { asNumber, asText, copyKey, type Json, type JsonObject } from "../../base/json/value.ts";
import {
  type StateEntry,
  type StateHead,
  type TrailAction,
  type TrailEvent,
  tokensOf,
} from "../../model/state.ts";
import type { CodecContext, StateCodec, StateParts } from "../state-codec.ts";
import { WORKING_CONTEXT } from "../state-detect.ts";
import { type StateModel, snapshotCodec } from "../state-model.ts";
import { copyValid, headOfManifest, isUsable } from "../state-records.ts";
import { entryShape, records } from "./records.ts";

/** The codec of working-context. */
export const state: StateCodec<StateModel> = {
  ...snapshotCodec,
  trailFile: "lifecycle.jsonl",
  idScope: "bundle",
  readHead,
  fromEntry,
  buildDocuments,
  isTrailLine: (value) => isUsable(records.lifecycle, value),
  toEvent,
  fromEvent,
};

function readHead({ documents }: StateParts): StateHead {
  const manifest: JsonObject = documents["manifest.json"] ?? {};
  const snapshot: JsonObject = documents["snapshot.json"] ?? {};
  const slots = Array.isArray(snapshot.schema) ? snapshot.schema.map(asText) : [];
  const refs = Array.isArray(manifest.unit_refs) ? manifest.unit_refs : [manifest.unit_ref];
  return {
    created: asText(manifest.created_at),
    ...headOfManifest(manifest, refs),
    slots: slots.map((name) => ({ name })),
    budget_tokens: asNumber(snapshot.budget_tokens),
    eviction: "lowest-score",
  };
}

function buildDocuments(head: StateHead, entries: readonly StateEntry[]): StateParts["documents"] {
  const manifest: Record<string, Json> = { format: WORKING_CONTEXT, version: "0.1" };
  copyKey(head, manifest, "agent_id");
  copyKey(head, manifest, "created", "created_at");
  copyKey(head, manifest, "unit_source");
  const [first] = head.unit_refs;
  if (first !== undefined) manifest.unit_ref = first;
  if (head.unit_refs.length > 1) manifest.unit_refs = head.unit_refs;
  copyKey(head, manifest, "default_namespace");
  copyKey(head, manifest, "session");
  return {
    "manifest.json": manifest,
    "snapshot.json": {
      schema: head.slots.map((slot) => slot.name),
      budget_tokens: head.budget_tokens,
      token_count: tokensOf(entries),
    },
  };
}

/** Unknown keys are allowed here, so an entry of any format is written key by key. */
function fromEntry(entry: StateEntry): JsonObject {
  const record: Record<string, Json> = {};
  for (const key of Object.keys(entry)) {
    if (Object.hasOwn(entryShape, key)) copyValid(entry, record, key, entryShape);
    else copyKey(entry, record, key);
  }
  return record;
}

function toEvent(line: JsonObject): TrailEvent {
  const event: Record<string, Json> = {
    ts: asText(line.ts),
    action: actionOf(line),
    status: asText(line.status),
  };
  copyKey(line, event, "entry_id");
  copyKey(line, event, "supersedes");
  copyKey(line, event, "reason", "signals");
  return event as unknown as TrailEvent;
}

/** The decision alone is not enough: a commit with status `validated` is a promotion. */
function actionOf(line: JsonObject): TrailAction {
  switch (line.decision) {
    case "commit":
      return line.status === "validated" ? "promote" : "admit";
    case "supersede":
      return "supersede";
    case "evict":
      return "evict";
    default:
      return line.status === "superseded" ? "superseded" : "archive";
  }
}

const decisions: Partial<Record<TrailAction, readonly [decision: string, status: string]>> = {
  admit: ["commit", "active"],
  promote: ["commit", "validated"],
  supersede: ["supersede", "active"],
  superseded: ["deprecate", "superseded"],
  merge: ["commit", "active"],
  merged: ["deprecate", "superseded"],
  archive: ["deprecate", "deprecated"],
  evict: ["evict", "deprecated"],
  import: ["commit", "active"],
};

function fromEvent(event: TrailEvent, _context: CodecContext): JsonObject | null {
  // A rejection, a decay and a dream leave no line here: the format has no decision for them.
  const known = decisions[event.action];
  if (!known || event.entry_id === undefined || event.entry_id.trim() === "") return null;
  const line: Record<string, Json> = { ts: event.ts, entry_id: event.entry_id, decision: known[0] };
  line.status = knownStatus(event, known[1]);
  // Without the id of the replaced entry, it was an update in place.
  if (event.action === "supersede") line.supersedes = event.supersedes ?? event.entry_id;
  if (hasAllSignals(event.signals)) copyKey(event, line, "signals", "reason");
  return line;
}

/**
 * A commit may have the status hypothesis or validated; every other decision has exactly one
 * status.
 */
function knownStatus({ status }: TrailEvent, standard: string): string {
  const isKept = standard === "active" && (status === "hypothesis" || status === "validated");
  return isKept ? status : standard;
}

/** The `reason` of a line needs all three numbers; part of them would be an invalid line. */
function hasAllSignals(signals: JsonObject | undefined): boolean {
  return ["relevance", "novelty", "drift"].every((key) => typeof signals?.[key] === "number");
}
