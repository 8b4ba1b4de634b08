import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Change, Decision } from "../change.ts";
import { noteChange } from "../change.ts";
import type { StateView } from "../change-state.ts";
import type { CommitRequest, CommitResult, CommitRules } from "../commit/commit-request.ts";
import { planCommit } from "../commit/plan-commit.ts";
import type { Proposal } from "../proposal.ts";

/** What someone decided about a proposal. */
export interface ReviewDecision {
  readonly proposal: Proposal;
  readonly decision: "keep" | "skip";
  /** Other words for it, as whoever keeps it wants them. */
  readonly text?: string | undefined;
  /** Whether a contradiction with an entry in force is decided, too: the proposal replaces it. */
  readonly replaces: boolean;
}

/** What became of a proposal. */
export const reviewedSchema = z.object({
  proposal: z.string(),
  text: z.string(),
  /** In force, in force before, skipped, or still waiting because of the gate or the budget. */
  outcome: z.enum(["kept", "known", "skipped", "waiting"]),
  /** The entry that it became or repeats. */
  entry: z.string().nullable(),
  /** The entry that it contradicts, and that it replaced if it was kept. */
  contradicts: z.string().nullable(),
  reason: z.string(),
});
/** What became of a proposal. */
export type Reviewed = Readonly<z.infer<typeof reviewedSchema>>;

/** Applies one decision about a proposal: what is kept becomes an entry with its citation. */
export async function planReview(
  view: StateView,
  review: ReviewDecision,
  rules: CommitRules,
): Promise<Decision<Reviewed>> {
  const { proposal, decision } = review;
  const text = review.text ?? proposal.text;
  const done = { proposal: proposal.id, text, entry: null, contradicts: null, reason: "" };
  if (decision === "skip") {
    return {
      changes: [reviewChange(proposal, "skipped", null)],
      result: { ...done, outcome: "skipped" },
    };
  }
  const plan = await planKept(view, review, rules);
  const { result } = plan;
  const contradicts = plan.replaced ?? (result.decision === "conflict" ? result.matched : null);
  const facts = { ...done, contradicts, reason: result.reason_code };
  if (result.id !== null) {
    const changes = [...plan.changes, reviewChange(proposal, "kept", result.id)];
    return { changes, result: { ...facts, outcome: "kept", entry: result.id } };
  }
  if (result.reason_code === "redundant") {
    // What is in force already needs no second entry.
    const changes = [reviewChange(proposal, "kept", result.matched)];
    return { changes, result: { ...facts, outcome: "known", entry: result.matched } };
  }
  return { changes: [], result: { ...facts, outcome: "waiting" } };
}

async function planKept(
  view: StateView,
  { proposal, text, replaces }: ReviewDecision,
  rules: CommitRules,
): Promise<Decision<CommitResult> & { readonly replaced: string | null }> {
  const { citation, slot, status, written_at, doubt } = proposal;
  const slots = view.state.bounds.slots.map(({ name }) => name);
  const request: CommitRequest = {
    content: text ?? proposal.text,
    slot: slots.includes(slot) ? slot : undefined,
    reason: reasonOf(proposal, text),
    extra: {
      // What no session bears out cites none.
      ...(doubt === null ? { citation: { ...citation } } : {}),
      ...(written_at === null ? {} : { written_at }),
      ...(status === "in force" ? {} : { claim_status: status }),
    },
  };
  const plan = await planCommit(view, request, rules);
  const { decision, matched } = plan.result;
  if (decision !== "conflict" || matched === null || !replaces) return { ...plan, replaced: null };
  const next = await planCommit(view, { ...request, supersedes: matched }, rules);
  return { ...next, replaced: matched };
}

/** Where a kept proposal comes from, and whether its words are another's. */
function reasonOf({ citation, source, doubt, text }: Proposal, edited: string | undefined): string {
  if (doubt !== null) return `kept although unproven: ${doubt}; written by ${source}`;
  const place = `session ${citation.session}, item ${citation.item}; found by ${source}`;
  return edited === undefined || edited === text ? place : `${place}; reworded when it was kept`;
}

function reviewChange(
  { id }: Proposal,
  decision: "kept" | "skipped",
  entry: string | null,
): Change {
  return noteChange("state_reviewed", { details: { proposal: id, decision, entry } });
}

/** The proposal with an id or a unique prefix of it. */
function findProposal(waiting: readonly Proposal[], id: string): Proposal {
  const found = waiting.filter((proposal) => proposal.id.startsWith(id));
  const exact = found.find((proposal) => proposal.id === id) ?? found[0];
  if (exact !== undefined && (found.length === 1 || exact.id === id)) return exact;
  const state = found.length > 1 ? "ambiguous prefix" : "nothing in the tray has this id";
  throw new HoldallError("E_NOT_FOUND", `Cannot review "${id}": ${state}`, {
    cure: "see `holdall state review`",
  });
}

const ids = (what: string) =>
  z.array(z.string().max(4096)).default([]).describe(what).meta({ placeholder: "ID" });

/** Decisions about proposals by their ids or unique prefixes; several may be in one text, separated by commas. */
export const namedDecisionsInput = {
  keep: ids("Keep these proposals: ids or unique prefixes, separated by commas"),
  skip: ids("Skip these proposals; they are not proposed again"),
  text: z.string().max(2000).optional().describe("Other words for the one proposal of --keep"),
  unproven: z.boolean().default(false).describe("Let --keep keep unproven proposals, too"),
  yes: z
    .boolean()
    .default(false)
    .describe("Keep every proven proposal that contradicts no entry in force"),
};

type NamedDecisions = z.infer<z.ZodObject<typeof namedDecisionsInput>>;

/** The decisions that options name: all are known before the first is applied. */
export function namedDecisions(
  waiting: readonly Proposal[],
  { text, yes, unproven, ...named }: NamedDecisions,
): readonly ReviewDecision[] {
  const keep = split(named.keep);
  if (text !== undefined && keep.length !== 1) {
    throw new HoldallError("E_USAGE", "Cannot edit a proposal: --text needs one id in --keep", {
      cure: "for example --keep 4f1c --text 'Deploys never happen on Fridays'",
    });
  }
  const skipped = split(named.skip).map((id) => findProposal(waiting, id));
  const kept = keep.map((id) => findProposal(waiting, id));
  for (const { id, doubt } of kept) {
    if (doubt === null || unproven) continue;
    throw new HoldallError("E_USAGE", `Cannot keep "${id}": it is unproven, because ${doubt}`, {
      cure: `skip it, or keep it all the same with --keep ${id} --unproven`,
    });
  }
  const decided = new Set([...skipped, ...kept]);
  const proven = waiting.filter(({ doubt }) => doubt === null);
  const others = yes ? proven.filter((proposal) => !decided.has(proposal)) : [];
  return [
    ...skipped.map((proposal) => ({ proposal, decision: "skip" as const, replaces: false })),
    // Who names one proposal decides about what it contradicts, too.
    ...kept.map((proposal) => {
      return { proposal, decision: "keep" as const, replaces: kept.length === 1, text };
    }),
    ...others.map((proposal) => ({ proposal, decision: "keep" as const, replaces: false })),
  ];
}

function split(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(",").map((id) => id.trim())).filter(Boolean);
}
