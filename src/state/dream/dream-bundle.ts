import type { FileEntry, FileTree } from "../../base/file-set.ts";
import type { Profile } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import type { Json } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { commonState, sideOf } from "../../bundles/convert/state-pair.ts";
import type { SoundReading } from "../../bundles/read-bundle.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { DEFAULT_BUDGET, type StateEntry, tokensOf } from "../../model/state.ts";
import { stateHash } from "../../model/state-hash.ts";
import { type DreamDecision, type DreamOptions, dream } from "./dream.ts";
import { type DreamResult, dreamParts } from "./dream-parts.ts";
import { DREAM_FILE, type DreamRecord } from "./record.ts";

/** What a dream is told beside its bundle. */
export type DreamRequest = Omit<DreamOptions, "namespace" | "questions"> & {
  countTokens(text: string): number;
};

/** A dreamt bundle, ready to be written, and what it is made of. */
export interface DreamtBundle {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly record: DreamRecord;
  /** Held to what its source could be held to. */
  readonly profile: Profile;
  readonly carries: false;
}

const encoder = new TextEncoder();

/** Dreams over a bundle: a new bundle of the same format, and a record of every decision. */
export async function dreamBundle(
  reading: SoundReading,
  request: DreamRequest,
): Promise<DreamtBundle> {
  const { codec } = sideOf(reading.format);
  const parts = await codec.take(reading.model);
  const { countTokens } = request;
  const common = commonState(codec, parts, {
    budget: null,
    defaultBudget: DEFAULT_BUDGET,
    countTokens,
  });
  const { head, entries } = common;
  const options = { ...request, namespace: head.default_namespace, questions: new Map() };
  const decisions = dream(entries, options);
  const source = { codec, parts, head, entries, countTokens };
  const result = dreamParts(source, decisions, request.now);
  const model = codec.build(result.parts);
  const record = recordOf(reading, { entries, head }, result, decisions, request);
  const tree = new Map(reading.format.write(model));
  await bringAlong(reading, tree);
  for (const [name, text] of result.texts) tree.set(`history/blobs/${name}`, encoder.encode(text));
  // What a schema has just described holds nothing but JSON.
  tree.set(DREAM_FILE, encoder.encode(`${writeJson(record as unknown as Json)}\n`));
  return { model, tree, record, profile: "lenient", carries: false };
}

function recordOf(
  { format }: SoundReading,
  before: Pick<DreamResult, "entries" | "head">,
  after: DreamResult,
  decisions: readonly DreamDecision[],
  { now, similarity, threshold, protect, weights }: DreamRequest,
): DreamRecord {
  return {
    version: 1,
    at: now.toISOString(),
    input: {
      format: format.name,
      state_hash: stateHash(before.head, before.entries),
      entries: before.entries.length,
      token_count: tokensOf(before.entries),
      head: null,
    },
    output: {
      state_hash: stateHash(after.head, after.entries),
      token_count: tokensOf(after.entries),
    },
    options: { similarity, threshold, protect: [...protect], weights: { ...weights } },
    decisions: decisions.map((decision, at) => ({
      ...decision,
      signals: { ...decision.signals },
      over: [...decision.over],
      text: textOf(before.entries[at], after.entries[at]),
    })),
  };
}

function textOf(before: StateEntry | undefined, after: StateEntry | undefined): string | null {
  if (before === undefined || before.content === after?.content) return null;
  return sha256(before.content);
}

/** Files beside the format's own travel along, except those that speak of the old bytes. */
async function bringAlong(
  { files, format }: SoundReading,
  tree: Map<string, Uint8Array | FileEntry>,
): Promise<void> {
  const own = new Set([...format.files, SUMS_FILE, SUMS_SIGNATURE, DREAM_FILE]);
  for await (const entry of files.entries()) {
    if (entry.kind === "file" && !own.has(entry.path) && !tree.has(entry.path)) {
      tree.set(entry.path, entry);
    }
  }
}
