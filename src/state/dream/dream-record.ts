import * as z from "zod";
import type { FileSet } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { readJson } from "../../base/read-document.ts";
import { timestamp } from "../../model/values.ts";
import { dreamActions } from "./dream.ts";

/** The file that records what a dream was based on, and the reason of each decision. */
export const DREAM_FILE = "history/dream.json";

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_VALUES = 3_000_000;
const share = z.number().min(0).max(1);
const signalNames = [
  "frequency",
  "relevance",
  "diversity",
  "recency",
  "consolidation",
  "richness",
] as const;

const recordedDecision = z.object({
  key: z.string(),
  id: z.string(),
  action: z.enum(dreamActions),
  reason: z.string(),
  score: z.number(),
  signals: z.record(z.enum(signalNames), z.number()),
  over: z.array(z.string()),
  by: z.string().nullable(),
  /** SHA-256 of the text of an archived entry. */
  text: z.string().nullable(),
});

/** A decision in an operation's output. */
export const shownDecisionSchema = () => recordedDecision.omit({ signals: true, text: true });

/** The schema of the record of a dream. */
export const dreamRecordSchema = z.object({
  version: z.literal(1),
  at: timestamp.refine((text) => !Number.isNaN(Date.parse(text))),
  input: z.object({
    format: z.string(),
    state_hash: z.string(),
    entries: z.number(),
    token_count: z.number(),
    /** Hash of the last event of the input state; null when unknown. */
    head: z.string().nullable(),
  }),
  output: z.object({ state_hash: z.string(), token_count: z.number() }),
  options: z.object({
    similarity: share,
    threshold: share,
    protect: z.array(z.string()),
    weights: z.record(z.enum(signalNames), z.number()),
  }),
  decisions: z.array(recordedDecision),
});

/** What a dream was based on and what it decided; part of its bundle. */
export type DreamRecord = z.infer<typeof dreamRecordSchema>;

/** Reads the record of a dream; null when a bundle has no valid one. */
export async function readDreamRecord(files: FileSet): Promise<DreamRecord | null> {
  if (!(await files.get(DREAM_FILE))) return null;
  const findings = createFindings("lenient");
  const bounds = { findings, maxBytes: MAX_BYTES, maxValues: MAX_VALUES };
  const document = await readJson(files, DREAM_FILE, bounds);
  const parsed = dreamRecordSchema.safeParse(document?.value);
  return parsed.success ? parsed.data : null;
}

/** The number of entries by action. */
export function countActions(
  decisions: readonly { readonly action: (typeof dreamActions)[number] }[],
): Record<(typeof dreamActions)[number], number> {
  const counts = { keep: 0, supersede: 0, superseded: 0, decay: 0, archive: 0, leave: 0 };
  for (const { action } of decisions) counts[action]++;
  return counts;
}
