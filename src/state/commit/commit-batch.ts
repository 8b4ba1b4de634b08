/**
 * Several commits in one transaction. Each candidate is decided against the state that the ones
 * before it produce, so that the order matters and duplicates within a batch are recognised. Their
 * texts are not stored yet and are kept here.
 */

import * as z from "zod";
import { type Change, type Decision, toEvents } from "../change.ts";
import type { StateView } from "../change-state.ts";
import type { EntryTexts } from "../entry-texts.ts";
import { type LiveEntry, type State, tokenCountOf } from "../state.ts";
import type { CommitRequest, CommitResult, CommitRules } from "./commit-request.ts";
import { planCommit } from "./plan-commit.ts";

/** The numbers of one batch of commits. */
export const batchMetricsSchema = () =>
  z.object({
    candidates: z.number(),
    admitted: z.number(),
    rejected_relevance: z.number(),
    rejected_redundant: z.number(),
    rejected_saturated: z.number(),
    conflicts: z.number(),
    compressed: z.number(),
    evicted: z.number(),
    footprint_tokens: z.number(),
    budget_tokens: z.number(),
    admit_rate: z.number(),
    saturation: z.number(),
  });

/** The numbers of one batch of commits. */
export type BatchMetrics = z.infer<ReturnType<typeof batchMetricsSchema>>;

/** The results of a batch, one per candidate in order, and its numbers. */
export interface CommitBatch {
  readonly results: readonly CommitResult[];
  readonly metrics: BatchMetrics;
}

/** Decides about several candidates in order, each against the state that the ones before it leave. */
export async function planCommits(
  view: StateView,
  requests: readonly CommitRequest[],
  rules: CommitRules,
): Promise<Decision<CommitBatch>> {
  const changes: Change[] = [];
  const results: CommitResult[] = [];
  /** Texts that the batch adds and that are not stored yet. */
  const pending = new Map<string, string>();
  let { state } = view;
  const readTexts: StateView["readTexts"] = (entries) => readPendingTexts(view, pending, entries);
  for (const request of requests) {
    const decision = await planCommit({ ...view, state, readTexts }, request, rules);
    for (const { ref, content } of decision.changes.flatMap(({ texts }) => texts)) {
      pending.set(ref.sha256, Buffer.from(content).toString());
    }
    changes.push(...decision.changes);
    results.push(decision.result);
    state = toEvents(state, decision.changes, null).state;
  }
  return { changes, result: { results, metrics: metricsOf(results, state) } };
}

/** Reads the texts of entries, pending ones included. */
async function readPendingTexts(
  view: StateView,
  pending: ReadonlyMap<string, string>,
  entries: readonly LiveEntry[],
): Promise<EntryTexts> {
  const isPending = ({ image }: LiveEntry) => pending.has(image.content.sha256);
  const stored = await view.readTexts(entries.filter((entry) => !isPending(entry)));
  return { get: (entry) => pending.get(entry.image.content.sha256) ?? stored.get(entry) };
}

function metricsOf(results: readonly CommitResult[], state: State): BatchMetrics {
  const count = (fits: (result: CommitResult) => boolean) => results.filter(fits).length;
  const admitted = count(({ id }) => id !== null);
  const isRejected = ({ id }: CommitResult) => id === null;
  const because = (code: string) => count((each) => isRejected(each) && each.reason_code === code);
  const redundant = because("redundant");
  const saturated = because("budget_saturated");
  const conflicts = count(({ decision }) => decision === "conflict");
  const footprint_tokens = tokenCountOf(state);
  const { budget_tokens } = state.bounds;
  return {
    candidates: results.length,
    admitted,
    rejected_relevance: results.length - admitted - redundant - saturated - conflicts,
    rejected_redundant: redundant,
    rejected_saturated: saturated,
    conflicts,
    compressed: count(({ resolution }) => resolution === "compressed"),
    evicted: results.reduce((sum, { evicted }) => sum + evicted.length, 0),
    footprint_tokens,
    budget_tokens,
    admit_rate: results.length === 0 ? 0 : admitted / results.length,
    saturation: footprint_tokens / budget_tokens,
  };
}
