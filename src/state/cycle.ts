import type { Change, Decision } from "./change.ts";
import { sealChanges } from "./change.ts";
import { planCommit } from "./commit.ts";
import type { CommitRequest, CommitResult, CommitRules } from "./commit-request.ts";
import type { StateView } from "./record.ts";
import type { Said } from "./said.ts";
import { footprintOf, type HeldEntry, type State } from "./state.ts";

/** What one cycle over several candidates did. */
export interface CycleMetrics {
  readonly candidates: number;
  readonly admitted: number;
  readonly rejected_relevance: number;
  readonly rejected_redundant: number;
  readonly rejected_saturated: number;
  readonly conflicts: number;
  readonly compressed: number;
  readonly evicted: number;
  readonly footprint_tokens: number;
  readonly budget_tokens: number;
  readonly admit_rate: number;
  readonly saturation: number;
}

/** The results of a cycle, one per candidate in their order, and its numbers. */
export interface Cycle {
  readonly results: readonly CommitResult[];
  readonly metrics: CycleMetrics;
}

/** Decides about candidates one behind the other, each against the state as the ones before it leave it. */
export async function planCycle(
  view: StateView,
  requests: readonly CommitRequest[],
  rules: CommitRules,
): Promise<Decision<Cycle>> {
  const changes: Change[] = [];
  const results: CommitResult[] = [];
  const fresh = new Map<string, string>();
  let { state } = view;
  const contents: StateView["contents"] = (entries) => readOver(view, fresh, entries);
  for (const request of requests) {
    const decision = await planCommit({ ...view, state, contents }, request, rules);
    for (const { ref, content } of decision.changes.flatMap(({ texts }) => texts)) {
      fresh.set(ref.sha256, Buffer.from(content).toString());
    }
    changes.push(...decision.changes);
    results.push(decision.result);
    state = sealChanges(state, decision.changes, null).state;
  }
  return { changes, result: { results, metrics: metricsOf(results, state) } };
}

/** What entries say, those that are not written yet among them. */
async function readOver(
  view: StateView,
  fresh: ReadonlyMap<string, string>,
  entries: readonly HeldEntry[],
): Promise<Said> {
  const isFresh = ({ image }: HeldEntry) => fresh.has(image.content.sha256);
  const stored = await view.contents(entries.filter((entry) => !isFresh(entry)));
  return { get: (entry) => fresh.get(entry.image.content.sha256) ?? stored.get(entry) };
}

function metricsOf(results: readonly CommitResult[], state: State): CycleMetrics {
  const count = (fits: (result: CommitResult) => boolean) => results.filter(fits).length;
  const admitted = count(({ id }) => id !== null);
  const isRejected = ({ id }: CommitResult) => id === null;
  const because = (code: string) => count((each) => isRejected(each) && each.reason_code === code);
  const [redundant, saturated] = [because("redundant"), because("budget_saturated")];
  const conflicts = count(({ decision }) => decision === "conflict");
  const footprint_tokens = footprintOf(state);
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
