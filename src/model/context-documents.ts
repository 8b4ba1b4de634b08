import * as z from "zod";
import { type RecordType, recordType } from "../base/check-record.ts";
import type { Schema } from "../base/schema.ts";
import { artifactId, contextItem, contextItemOfV1 } from "./context-items.ts";
import { count } from "./values.ts";

/** The schema tags a document can carry. */
export const schemaTags = [
  "rip.context_bundle.v1",
  "rip.context_bundle.v2",
  "rip.compaction_summary.v1",
  "rip.handoff_context_bundle.v1",
] as const;
/** One of the schema tags. */
export type SchemaTag = (typeof schemaTags)[number];

const head = {
  compiler: z.object({ id: z.string(), strategy: z.string() }),
  source: z.object({
    thread_id: z.string(),
    from_seq: count,
    from_message_id: z.string().nullish(),
  }),
  provenance: z.object({ run_session_id: z.string(), actor_id: z.string(), origin: z.string() }),
};

const bundleOfV1 = z.object({
  schema: z.literal("rip.context_bundle.v1"),
  ...head,
  items: z.array(contextItemOfV1),
});

const bundleOfV2 = z.object({
  schema: z.literal("rip.context_bundle.v2"),
  ...head,
  items: z.array(contextItem),
});

const compactionSummary = z.object({
  schema: z.literal("rip.compaction_summary.v1"),
  kind: z.string(),
  coverage: z.object({
    thread_id: z.string(),
    from_seq: count,
    from_message_id: z.string().nullish(),
    to_seq: count,
    to_message_id: z.string().nullish(),
  }),
  provenance: z.object({
    actor_id: z.string(),
    origin: z.string(),
    produced_by: z
      .object({ type: z.enum(["job", "task", "session", "manual"]), id: z.string() })
      .nullish(),
  }),
  basis: z
    .object({ base_summary_artifact_id: artifactId.nullish(), note: z.string().nullish() })
    .nullish(),
  summary_markdown: z.string(),
});

const note = z.string().nullish();

const handoffBundle = z.object({
  schema: z.literal("rip.handoff_context_bundle.v1"),
  summary_markdown: z.string(),
  refs: z
    .object({
      threads: z
        .array(
          z.object({
            thread_id: z.string(),
            seq: count.nullish(),
            message_id: z.string().nullish(),
            note,
          }),
        )
        .nullish(),
      artifacts: z.array(z.object({ artifact_id: artifactId, note })).nullish(),
      files: z.array(z.object({ path: z.string(), note })).nullish(),
    })
    .nullish(),
});

/** The compiled context of one run: items in order, and what they were compiled from. */
export type CompiledContext = z.infer<typeof bundleOfV1> | z.infer<typeof bundleOfV2>;
/** A summary that replaces a range of a thread. */
export type CompactionSummary = z.infer<typeof compactionSummary>;
/** The curated context that a handoff gives to the next thread. */
export type HandoffBundle = z.infer<typeof handoffBundle>;
/** The content of one JSON file of this format, distinguished by `schema`. */
export type BundleDocument = CompiledContext | CompactionSummary | HandoffBundle;

function documentType<ValueSchema extends Schema>(schema: ValueSchema, description: string) {
  return recordType(schema, { unknownKeys: "ignored", description });
}

/** The record type of each schema tag. */
export const documentTypes = {
  "rip.context_bundle.v1": documentType(
    bundleOfV1,
    "The compiled context of a run: messages and summaries in order",
  ),
  "rip.context_bundle.v2": documentType(
    bundleOfV2,
    "The compiled context of a run, with tool calls, files, artifacts, a handoff and a state",
  ),
  "rip.compaction_summary.v1": documentType(
    compactionSummary,
    "A summary of a thread from its beginning or a message up to a message",
  ),
  "rip.handoff_context_bundle.v1": documentType(
    handoffBundle,
    "What a handoff gives to the next thread: a summary and references",
  ),
} satisfies Record<SchemaTag, RecordType>;

/** The record types of single items, by the version of the bundle that contains them. */
export const itemTypes = {
  v1: documentType(contextItemOfV1, "A message or a summary"),
  v2: documentType(contextItem, "One item of a compiled context"),
};

/** Whether a text is a schema tag this format can read. */
export function isSchemaTag(tag: unknown): tag is SchemaTag {
  return schemaTags.some((known) => known === tag);
}

/** Whether a document is a compiled context rather than one of the two artifacts. */
export function isCompiledContext(document: BundleDocument): document is CompiledContext {
  return document.schema === "rip.context_bundle.v1" || document.schema === "rip.context_bundle.v2";
}
