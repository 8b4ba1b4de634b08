import { copyKey, isObject, type Json, type JsonObject, setKey } from "../base/json/value.ts";
import { writeJson } from "../base/json/write.ts";
import type { BundleDocument, SchemaTag } from "./context-documents.ts";
import type { ContextItemType } from "./context-items.ts";

/**
 * The keys of an object in the order they are written, each with the order of the keys below it. An absent
 * value is written as null, or left out where the key ends in `?`.
 */
interface KeyOrder {
  readonly [key: string]: KeyOrder | ItemOrder | null;
}
type ItemOrder = (item: JsonObject) => KeyOrder;

const itemOrders: Readonly<Record<ContextItemType, KeyOrder>> = {
  message: keys("type role content actor_id origin thread_seq thread_event_id thread_id? status?"),
  summary_ref: keys("type artifact_id note? thread_id?"),
  handoff_bundle_ref: keys("type artifact_id note?"),
  artifact_ref: keys("type artifact_id note? mime? thread_id?"),
  file_ref: keys("type path checkpoint_id? note? thread_id?"),
  // Null paths mean "unknown", so they are always written.
  tool_side_effect_ref: keys(
    "type run_session_id tool_id affected_paths checkpoint_id? thread_id?",
  ),
  tool_call: keys("type call_id name arguments run_session_id? thread_event_id? thread_id?"),
  tool_result: keys("type call_id ok content? artifact_id? truncated? thread_id?"),
  state_ref: keys("type artifact_id state_hash note?"),
};

const compiledContext: KeyOrder = {
  schema: null,
  compiler: keys("id strategy"),
  source: keys("thread_id from_seq from_message_id"),
  provenance: keys("run_session_id actor_id origin"),
  items: (item) => itemOrders[item.type as ContextItemType],
};

/** The key order is part of the format: equal contexts have equal bytes, and so equal names as artifacts. */
const documentOrders: Readonly<Record<SchemaTag, KeyOrder>> = {
  "rip.context_bundle.v1": compiledContext,
  "rip.context_bundle.v2": compiledContext,
  "rip.compaction_summary.v1": {
    ...keys("schema kind"),
    coverage: keys("thread_id from_seq from_message_id? to_seq to_message_id?"),
    provenance: { ...keys("actor_id origin"), "produced_by?": keys("type id") },
    "basis?": keys("base_summary_artifact_id? note?"),
    summary_markdown: null,
  },
  "rip.handoff_context_bundle.v1": {
    ...keys("schema summary_markdown"),
    refs: {
      threads: keys("thread_id seq message_id note"),
      artifacts: keys("artifact_id note"),
      files: keys("path note"),
    },
  },
};

const encoder = new TextEncoder();

/**
 * The exact bytes of a document: compact UTF-8 JSON in fixed key order, unknown keys last, numbers as
 * they were read, without a newline at the end.
 */
export function serialiseDocument(document: BundleDocument): Uint8Array {
  return encoder.encode(writeJson(orderKeys(document, documentOrders[document.schema]), 0));
}

/** The same bytes, for a document that was built and not read, so that no number has a spelling of its own. */
export function serialiseBuiltDocument(document: BundleDocument): Uint8Array {
  return encoder.encode(JSON.stringify(orderKeys(document, documentOrders[document.schema])));
}

function keys(names: string): KeyOrder {
  return Object.fromEntries(names.split(" ").map((name) => [name, null]));
}

/** One key of an order, taken apart. */
interface OrderedKey {
  readonly key: string;
  readonly isOptional: boolean;
  readonly inner: KeyOrder | ItemOrder | null;
}

/** Orders taken apart once: a compiled context has thousands of items of few kinds. */
const parsedOrders = new WeakMap<KeyOrder, { keys: readonly OrderedKey[]; known: Set<string> }>();

function orderedKeys(order: KeyOrder): { keys: readonly OrderedKey[]; known: Set<string> } {
  const seen = parsedOrders.get(order);
  if (seen) return seen;
  const list = Object.entries(order).map(([name, inner]) => ({
    key: name.replace("?", ""),
    isOptional: name.endsWith("?"),
    inner,
  }));
  const parsed = { keys: list, known: new Set(list.map(({ key }) => key)) };
  parsedOrders.set(order, parsed);
  return parsed;
}

function orderKeys(value: Json, order: KeyOrder | ItemOrder): Json {
  if (Array.isArray(value)) return value.map((each: Json) => orderKeys(each, order));
  if (!isObject(value)) return value;
  const { keys: list, known } = orderedKeys(typeof order === "function" ? order(value) : order);
  const out: Record<string, Json> = {};
  for (const { key, isOptional, inner } of list) {
    if (isOptional && isAbsent(value[key])) continue;
    writeKey(value, key, inner, out);
    if (!isOptional) out[key] ??= null;
    else if (inner !== null && isAbsent(out[key])) delete out[key];
  }
  for (const key of Object.keys(value)) if (!known.has(key)) copyKey(value, out, key);
  return out;
}

function writeKey(from: JsonObject, key: string, order: KeyOrder | ItemOrder | null, to: object) {
  const value = from[key];
  if (order === null || value === undefined) copyKey(from, to, key);
  else setKey(to, key, orderKeys(value, order));
}

function isAbsent(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  // A basis with neither a summary nor a note is as good as absent.
  return isObject(value) && Object.keys(value).length === 0;
}
