/**
 * Portable AI Memory: one JSON document with memories, each with a content hash, and a checksum
 * over all. Both are checked on reading and written again on export; the rules for computing them
 * are the same in both directions.
 */

import * as z from "zod";
import { checkRecord, type RecordType, recordType } from "../../base/check-record.ts";
import type { Findings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { unitFactsSchema } from "../event-bodies.ts";
import { jsonRecord, type LayerUnit, labelOf, shareOf, tagsOf } from "./layer-unit.ts";

/** The schema name of Portable AI Memory documents. */
const PAM_SCHEMA = "portable-ai-memory";

const memorySchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  content: z.string().min(1),
  content_hash: z.string().optional(),
  status: z.string().optional(),
});

type Memory = z.infer<typeof memorySchema>;

const memoryType: RecordType<Memory> = recordType(memorySchema, {
  unknownKeys: "ignored",
  description: "A memory of a Portable AI Memory document.",
});

/** Whether a value is a Portable AI Memory document. */
export function isPam(value: Json): value is JsonObject {
  return isObject(value) && value.schema === PAM_SCHEMA && Array.isArray(value.memories);
}

/** Reads the memories of a document. An invalid one, or one with a wrong hash, is a finding and is left out. */
export function readPam(
  document: JsonObject,
  { file, namespace, findings }: { file: string; namespace: string; findings: Findings },
): readonly LayerUnit[] {
  const version = document.schema_version;
  if (typeof version !== "string" || !version.startsWith("1.")) {
    findings.warn(
      "W_UNKNOWN_VERSION",
      { file, pointer: "/schema_version" },
      "The version is not 1.x",
    );
  }
  const memories = Array.isArray(document.memories) ? document.memories : [];
  checkIntegrity(document, memories, file, findings);
  return memories.flatMap((memory: Json, at: number) => {
    const place = { file, pointer: `/memories/${at}` };
    const value: unknown = memory;
    if (!checkRecord(memoryType, value, place, findings)) return [];
    const { content_hash: hash, content } = value;
    if (hash !== undefined && hash !== pamContentHash(content)) {
      findings.error("E_BLOB", place, "content_hash does not match the content");
      return [];
    }
    return [unitOf(value, namespace)];
  });
}

function unitOf(memory: Memory, namespace: string): LayerUnit {
  const { content, id, type, status, ...rest } = memory;
  const confidence = isObject(rest.confidence) ? rest.confidence.current : undefined;
  const provenance = isObject(rest.provenance) ? rest.provenance : {};
  const facts = unitFactsSchema.parse({
    namespace,
    node_id: labelOf(id),
    type: labelOf(type === "custom" ? rest.custom_type : type),
    tags: tagsOf(rest.tags),
    confidence: shareOf(confidence),
    source: labelOf(provenance.platform),
    author_id: labelOf(provenance.extractor),
  });
  const isOver = status === "superseded" || status === "retracted";
  const state = isOver ? "retracted" : status === "archived" ? "archived" : "active";
  return { id, unit: { ...facts, content, record: canonicalJson(memory) }, state };
}

function checkIntegrity(
  { integrity }: JsonObject,
  memories: readonly Json[],
  file: string,
  findings: Findings,
): void {
  if (!isObject(integrity)) return;
  if (
    typeof integrity.total_memories === "number" &&
    integrity.total_memories !== memories.length
  ) {
    const place = { file, pointer: "/integrity/total_memories" };
    findings.error(
      "E_SHAPE",
      place,
      `The document has ${memories.length} memories, not ${integrity.total_memories}`,
    );
  }
  if (typeof integrity.checksum !== "string") return;
  if (integrity.checksum === pamChecksum(memories)) return;
  findings.error("E_BLOB", { file, pointer: "/integrity/checksum" }, "The checksum does not match");
}

/** PAM's hash of a content: trimmed, in lower case, NFC, with single spaces. */
export function pamContentHash(content: string): string {
  const normal = content.trim().toLowerCase().normalize("NFC").split(/\s+/).join(" ");
  return `sha256:${sha256(normal)}`;
}

/** PAM's checksum of memories: the RFC 8785 form of the list, sorted by id. */
export function pamChecksum(memories: readonly Json[]): string {
  const idOf = (memory: Json) => (isObject(memory) ? String(memory.id ?? "") : "");
  const sorted = memories.toSorted((left, right) => (idOf(left) < idOf(right) ? -1 : 1));
  return `sha256:${sha256(canonicalJson(sorted))}`;
}

/** Writes units as a document. A memory that was imported from one is written back unchanged. */
export function writePam(
  units: readonly (LayerUnit & { readonly created_at: string })[],
  { now, owner }: { readonly now: string; readonly owner: string },
): JsonObject {
  const memories = units.map(({ id, unit, state, created_at }): Json => {
    const known = jsonRecord(unit.record);
    if (memorySchema.safeParse(known).success && known?.content === unit.content) return known;
    return {
      id,
      type: "custom",
      custom_type: unit.type ?? "unit",
      status: state === "active" ? "active" : state === "archived" ? "archived" : "retracted",
      content: unit.content,
      content_hash: pamContentHash(unit.content),
      tags: unit.tags,
      ...(unit.confidence === null
        ? {}
        : { confidence: { initial: unit.confidence, current: unit.confidence } }),
      temporal: { created_at },
      provenance: { platform: unit.source ?? "holdall" },
    };
  });
  return {
    schema: PAM_SCHEMA,
    schema_version: "1.0",
    exported_by: "holdall",
    export_date: now,
    owner: { id: owner },
    memories,
    integrity: {
      canonicalization: "RFC8785",
      checksum: pamChecksum(memories),
      total_memories: memories.length,
    },
  };
}
