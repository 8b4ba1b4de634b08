import * as z from "zod";
import { codedMessage, type RecordType, recordType } from "../../base/check-record.ts";
import { count, name, timestamp } from "../../model/values.ts";
import { WORKING_CONTEXT } from "../state-detect.ts";
import type { SnapshotTypes } from "../state-read.ts";
import type { Shape } from "../state-records.ts";

const manifestSchema = z.strictObject({
  format: z.literal(WORKING_CONTEXT),
  version: z.string(),
  collection: name,
  exported_at: timestamp,
  agent_id: z.string().optional(),
  schema: z.string().optional(),
});

/**
 * `L0` to `L3`, or the long name, in any case. Without the `i` flag, since patterns in JSON Schema
 * have no flags.
 */
const TIER =
  /^[Ll](?:0(?:-[Rr][Aa][Ww])?|1(?:-[Aa][Tt][Oo][Mm])?|2(?:-[Ss][Cc][Ee][Nn][Aa][Rr][Ii][Oo])?|3(?:-[Pp][Rr][Oo][Jj][Ee][Cc][Tt])?)$/;

const relation = z.looseObject({
  subject: z.string(),
  predicate: z.string(),
  object: z.string(),
  source_node_id: z.string().optional(),
});

const recordSchema = z.strictObject({
  id: name,
  content: z.string(),
  tier: z
    .string()
    .regex(TIER, { error: codedMessage("E_ENUM", "Tier must be one of L0, L1, L2, L3") }),
  tags: z.array(z.string()).optional(),
  created_at: timestamp.optional(),
  embedding_model: z.string().optional(),
  scores: z.record(z.string(), z.number()).optional(),
  // From here on, keys of the full record in the code base that this format comes from.
  node_id: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  scope: z.enum(["shared", "agent", "session", "task"]).optional(),
  agent_id: z.string().optional(),
  session_id: z.string().optional(),
  task_id: z.string().optional(),
  user_id: z.string().optional(),
  project: z.string().optional(),
  source: z.string().optional(),
  author_id: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  relations: z.array(relation).optional(),
  last_access: timestamp.optional(),
  access_count: count.optional(),
  useful_count: count.optional(),
  state: z.enum(["active", "archived", "retracted"]).optional(),
});

const lineSchema = z
  .strictObject({
    event: z.enum(["commit", "evict", "reject", "dream", "decay", "import"]),
    ts: timestamp,
    record_id: z.string().optional(),
    scores: z.record(z.string(), z.number()).optional(),
    gate: z.enum(["accepted", "rejected", "evicted", "decayed"]).optional(),
    reason: z.string().optional(),
    source: z.string().optional(),
    records_consolidated: count.optional(),
    records_merged: count.optional(),
    output_path: z.string().optional(),
  })
  .meta({
    if: { properties: { event: { enum: ["commit", "evict", "reject", "decay"] } } },
    // biome-ignore lint/suspicious/noThenProperty: this is JSON Schema's keyword, not a promise.
    then: { properties: { record_id: {} }, required: ["record_id"] },
  })
  .refine(
    (line) => line.record_id !== undefined || line.event === "dream" || line.event === "import",
    { error: codedMessage("E_SHAPE", '"record_id" is required'), path: ["record_id"] },
  );

/** Keys of a kit record. */
export const recordShape: Shape = recordSchema.shape;

/** How snapshot.json is checked: that it is a list, then record by record. */
export const snapshotTypes: SnapshotTypes = {
  head: recordType(z.array(z.unknown()), {
    unknownKeys: "reported",
    description: "snapshot.json without its records",
  }),
  entry: recordType(recordSchema, {
    unknownKeys: "reported",
    description: "One record of snapshot.json",
  }),
  pointer: "",
};

/** The record types of the OCF kit, 0.1. */
export const records = {
  manifest: recordType(manifestSchema, {
    unknownKeys: "reported",
    description: "manifest.json: where the records come from and when they were exported",
  }),
  snapshot: recordType(z.array(recordSchema), {
    unknownKeys: "reported",
    description: "snapshot.json: a list of committed memory records",
  }),
  lifecycle: recordType(lineSchema, {
    unknownKeys: "reported",
    description: "One line of lifecycle.jsonl: an event of the qualify trail",
  }),
} satisfies Record<string, RecordType>;
