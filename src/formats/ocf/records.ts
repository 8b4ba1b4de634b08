/**
 * Schemas of OCF 0.1 and 0.2 in one: 0.2 only adds optional keys. Unknown keys are forbidden by the
 * format itself.
 */

import * as z from "zod";
import { codedMessage, type RecordType, recordType } from "../../base/check-record.ts";
import { count, name, positive, timestamp } from "../../model/values.ts";
import type { SnapshotTypes } from "../state-read.ts";
import { type Shape, sessionSchema } from "../state-records.ts";

const manifestSchema = z.strictObject({
  ocf_version: z.string(),
  agent_id: z.string().optional(),
  created: timestamp,
  default_namespace: name.optional(),
  unit_source: name,
  unit_refs: z.array(z.string()).optional(),
  session: sessionSchema.optional(),
});

const schemaSchema = z.strictObject({
  ocf_version: z.string(),
  slots: z.array(z.strictObject({ name, description: z.string().optional() })),
  budget_tokens: positive,
  eviction: z.enum(["lowest-score", "oldest", "manual"]).optional(),
});

const accessList = z
  .array(name)
  .meta({ uniqueItems: true })
  .refine((list) => new Set(list).size === list.length, {
    error: codedMessage("E_SHAPE", "Names in an access list must be unique"),
  });

const entrySchema = z.strictObject({
  id: name,
  slot: name,
  content: z.string(),
  tokens: count,
  score: z.number(),
  committed_at: timestamp,
  namespace: name.optional(),
  version: positive.optional(),
  author_id: name.optional(),
  access_list: accessList.optional(),
  resolution: z.enum(["full", "compressed", "pointer"]).optional(),
  unit_ref: z.string().optional(),
  last_access: timestamp.optional(),
  access_count: count.optional(),
  retrieval_strength: z.number().min(0).optional(),
  state: z.enum(["active", "archived"]).optional(),
});

const snapshotSchema = z.strictObject({
  budget_tokens: positive,
  token_count: count,
  saturation: z.number().min(0).optional(),
  entries: z.array(entrySchema),
});

const lineSchema = z.strictObject({
  ts: timestamp,
  unit_ref: z.string(),
  admitted: z.boolean(),
  score: z.number(),
  record_id: z.string().optional(),
  namespace: name.optional(),
  author_id: name.optional(),
  decision: z
    .enum(["admit", "reject", "promote", "merge", "supersede", "decay", "archive", "evict"])
    .optional(),
  expected_version: positive.optional(),
  actual_version: positive.optional(),
  result_version: positive.optional(),
  slot: z.string().nullable().optional(),
  reason: z.string().optional(),
});

/** Keys that an OCF entry may have; all others have to be carried beside it. */
export const entryShape: Shape = entrySchema.shape;

/** Entry keys that exist only since version 0.2. */
export const multiWriterKeys = ["namespace", "version", "author_id", "access_list"] as const;

/** How snapshot.json is checked: the document, then entry by entry. */
export const snapshotTypes: SnapshotTypes = {
  head: recordType(snapshotSchema.extend({ entries: z.array(z.unknown()) }), {
    unknownKeys: "forbidden",
    description: "snapshot.json without its entries",
  }),
  entry: recordType(entrySchema, {
    unknownKeys: "forbidden",
    description: "One entry of snapshot.json",
  }),
  pointer: "/entries",
};

/** The record types of OCF 0.1 and 0.2. */
export const records = {
  manifest: recordType(manifestSchema, {
    unknownKeys: "forbidden",
    description: "manifest.json: version, producer, session and unit layer",
  }),
  schema: recordType(schemaSchema, {
    unknownKeys: "forbidden",
    description: "schema.json: the slots in render order, the budget and the eviction policy",
  }),
  snapshot: recordType(snapshotSchema, {
    unknownKeys: "forbidden",
    description: "snapshot.json: the committed entries",
  }),
  qualify: recordType(lineSchema, {
    unknownKeys: "forbidden",
    description: "One line of qualify.jsonl: what the gate decided about a unit",
  }),
} satisfies Record<string, RecordType>;

/** The eviction policies that the format has. */
export const evictionSchema = schemaSchema.shape.eviction;

/** schema.json with any eviction policy. */
export const lenientSchemaRecord: RecordType = recordType(
  schemaSchema.extend({ eviction: z.string().optional() }),
  records.schema,
);
