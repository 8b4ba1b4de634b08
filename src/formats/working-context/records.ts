import * as z from "zod";
import { type RecordType, recordType } from "../../base/check-record.ts";
import { count, name, positive, timestamp } from "../../model/values.ts";
import { WORKING_CONTEXT } from "../state-detect.ts";
import type { SnapshotTypes } from "../state-read.ts";
import { type Shape, sessionSchema } from "../state-records.ts";

const manifestSchema = z.strictObject({
  format: z.literal(WORKING_CONTEXT),
  version: z.string(),
  agent_id: z.string().optional(),
  created_at: timestamp,
  unit_source: name,
  unit_ref: z.string().optional(),
  session: sessionSchema.optional(),
  // From here on, keys that OCF has and this format does not; other readers ignore them.
  unit_refs: z.array(z.string()).optional(),
  default_namespace: name.optional(),
});

const entrySchema = z.strictObject({
  id: name,
  slot: name,
  content: z.string(),
  tokens: count,
  score: z.number(),
  resolution: z.enum(["full", "compressed", "pointer"]).optional(),
  unit_ref: z.string().optional(),
  committed_at: timestamp,
  last_access: timestamp.optional(),
  access_count: count.optional(),
  // From OCF, as above.
  namespace: name.optional(),
  version: positive.optional(),
  author_id: name.optional(),
  access_list: z.array(name).optional(),
  retrieval_strength: z.number().min(0).optional(),
  state: z.enum(["active", "archived"]).optional(),
});

const snapshotSchema = z.strictObject({
  schema: z.array(name),
  budget_tokens: positive,
  token_count: count,
  entries: z.array(entrySchema),
});

const lineSchema = z.strictObject({
  ts: timestamp,
  entry_id: name,
  decision: z.enum(["commit", "evict", "supersede", "deprecate"]),
  status: z.enum(["hypothesis", "active", "validated", "deprecated", "superseded"]),
  supersedes: z.string().optional(),
  reason: z
    .strictObject({ relevance: z.number(), novelty: z.number(), drift: z.number() })
    .optional(),
  audit: z.looseObject({}).optional(),
});

/** How snapshot.json is checked: the document, then entry by entry. */
export const snapshotTypes: SnapshotTypes = {
  head: recordType(snapshotSchema.extend({ entries: z.array(z.unknown()) }), {
    unknownKeys: "reported",
    description: "snapshot.json without its entries",
  }),
  entry: recordType(entrySchema, {
    unknownKeys: "reported",
    description: "One entry of snapshot.json",
  }),
  pointer: "/entries",
};

/** The keys of an entry that the format has, with those for OCF. */
export const entryShape: Shape = entrySchema.shape;

/** The record types of working-context 0.1. */
export const records = {
  manifest: recordType(manifestSchema, {
    unknownKeys: "reported",
    description: "manifest.json: what the bundle is and which unit layer it composes with",
  }),
  snapshot: recordType(snapshotSchema, {
    unknownKeys: "reported",
    description: "snapshot.json: the bounded, typed committed working state",
  }),
  lifecycle: recordType(lineSchema, {
    unknownKeys: "reported",
    description: "One line of lifecycle.jsonl: a decision about an entry",
  }),
} satisfies Record<string, RecordType>;
