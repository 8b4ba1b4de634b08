/**
 * The Open Agent Memory Protocol: JSON with `oamp_version`, a store with entries or a single entry.
 * An imported entry is kept as a record and written back as it was, as long as its content is
 * unchanged.
 */

import * as z from "zod";
import { checkRecord, type RecordType, recordType } from "../../base/check-record.ts";
import type { Findings } from "../../base/findings.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { unitFactsSchema } from "../event-bodies.ts";
import { jsonRecord, type LayerUnit, labelOf, tagsOf } from "./layer-unit.ts";

const categories = ["fact", "preference", "pattern", "correction"] as const;
/** Versions that were tested; another one is read too, with a warning. */
const VERSIONS = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.3.1"];

const entrySchema = z.looseObject({
  id: z.string().min(1),
  user_id: z.string().min(1),
  category: z.enum(categories),
  content: z.string().min(1),
  confidence: z.number().min(0).max(1),
  source: z.looseObject({ session_id: z.string().min(1), timestamp: z.string().min(1) }),
});

type Entry = z.infer<typeof entrySchema>;

const entryType: RecordType<Entry> = recordType(entrySchema, {
  unknownKeys: "ignored",
  description: "An entry of an Open Agent Memory Protocol store.",
});

/** Whether a value is an Open Agent Memory Protocol document: a store or one entry. */
export function isOamp(value: Json): value is JsonObject {
  if (!isObject(value) || typeof value.oamp_version !== "string") return false;
  return value.type === "knowledge_store" || value.type === "knowledge_entry";
}

/** Reads the entries of a document. An invalid one is a finding and is left out. */
export function readOamp(
  document: JsonObject,
  { file, namespace, findings }: { file: string; namespace: string; findings: Findings },
): readonly LayerUnit[] {
  if (!VERSIONS.includes(String(document.oamp_version))) {
    const place = { file, pointer: "/oamp_version" };
    findings.warn("W_UNKNOWN_VERSION", place, `Version "${document.oamp_version}" is not tested`);
  }
  const isStore = document.type === "knowledge_store";
  const entries = isStore && Array.isArray(document.entries) ? document.entries : [];
  return (isStore ? entries : [document]).flatMap((entry: Json, at: number) => {
    const place = { file, pointer: isStore ? `/entries/${at}` : "" };
    const value: unknown = entry;
    return checkRecord(entryType, value, place, findings) ? [unitOf(value, namespace)] : [];
  });
}

function unitOf(entry: Entry, namespace: string): LayerUnit {
  const facts = unitFactsSchema.parse({
    namespace,
    node_id: labelOf(entry.id),
    type: entry.category,
    tags: tagsOf(entry.tags),
    confidence: entry.confidence,
    user_id: labelOf(entry.user_id),
    agent_id: labelOf(entry.source.agent_id),
    source: labelOf(entry.source.session_id),
  });
  const record = canonicalJson(entry);
  return { id: entry.id, unit: { ...facts, content: entry.content, record }, state: "active" };
}

/** Writes units as a store of one user. An entry that was imported from a store is written back unchanged. */
export function writeOamp(
  units: readonly (LayerUnit & { readonly created_at: string })[],
  { now, user, newId }: { readonly now: string; readonly user: string; newId(): string },
): JsonObject {
  return {
    oamp_version: "1.2.0",
    type: "knowledge_store",
    user_id: user,
    entries: units.map(({ unit, created_at }): Json => {
      const known = jsonRecord(unit.record);
      if (entrySchema.safeParse(known).success && known?.content === unit.content) return known;
      const category = categories.find((each) => each === unit.type) ?? "fact";
      return {
        type: "knowledge_entry",
        id: newId(),
        user_id: unit.user_id ?? user,
        category,
        content: unit.content,
        confidence: unit.confidence ?? 1,
        source: {
          session_id: unit.session_id ?? "holdall",
          ...(unit.agent_id === null ? {} : { agent_id: unit.agent_id }),
          timestamp: created_at,
        },
        tags: unit.tags,
      };
    }),
    exported_at: now,
    agent_id: "holdall",
  };
}
