import type { Ledger } from "../../ledger/ledger.ts";
import { entryKey } from "../../model/state.ts";
import type { Decision } from "../../state/change.ts";
import { changeState, type StateChoice, type StateView } from "../../state/change-state.ts";
import type {
  CommitRequest,
  CommitResult,
  CommitRules,
} from "../../state/commit/commit-request.ts";
import { planCommit } from "../../state/commit/plan-commit.ts";
import { isActive } from "../../state/state.ts";
import type { Fact } from "../../transcripts/digest/facts.ts";
import { scoreOf, slotFor } from "../derive-state.ts";
import type { KnownOffers } from "../known-offers.ts";
import type { Distillate } from "./distil.ts";
import type { Distilled, DistilledEntry } from "./distilled.ts";
import { isRefusal, type Proposal, type Refusal } from "./read-answer.ts";

/** Where distilled entries go. */
export interface DistilTarget {
  readonly ledger: Ledger;
  readonly choice: StateChoice;
  readonly rules: CommitRules;
  /** The entries that the facts without a model became. */
  readonly entryOf: ReadonlyMap<Fact, string>;
  /** What the state was offered before. */
  readonly before: KnownOffers;
}

/** What a model wrote goes before what a person said, when room is needed. */
const SUPPORTED_SCORE = 0.6;
const HYPOTHESIS_SCORE = 0.3;
/** Said in the entry itself, because not every format that a state travels in has a word for its status. */
const UNCONFIRMED = "Unconfirmed: ";

/**
 * Offers the gate what a model distilled. It can add, and say a fact that it was given in other words; it
 * supersedes nothing else and evicts nothing, so that nothing found without it is lost.
 */
export async function commitDistilled(
  { model, input_tokens, output_tokens, entries }: Distillate,
  target: DistilTarget,
): Promise<Distilled> {
  const done: DistilledEntry[] = [];
  for (const entry of entries) {
    done.push(isRefusal(entry) ? refusedEntry(entry) : await offerProposal(entry, model, target));
  }
  const number = (decision: DistilledEntry["decision"]) =>
    done.filter((entry) => entry.decision === decision).length;
  return {
    model,
    input_tokens,
    output_tokens,
    offered: done.length,
    admitted: number("admitted"),
    hypotheses: number("hypothesis"),
    reworded: number("reworded"),
    rejected: number("rejected"),
    entries: done,
  };
}

function refusedEntry({ text, item, reason }: Refusal): DistilledEntry {
  return { text, item, item_id: null, decision: "rejected", reason, id: null, matched: null };
}

async function offerProposal(
  proposal: Proposal,
  model: string,
  { ledger, choice, rules, entryOf, before }: DistilTarget,
): Promise<DistilledEntry> {
  const { text, item, doubt, rewords } = proposal;
  const offer = requestFor(proposal, model);
  const replaced = rewords === null ? undefined : entryOf.get(rewords);
  const offered = await changeState<CommitResult | KnownOffer>(ledger, choice, async (view) => {
    const known = await before.find(view, offer);
    if (known !== undefined) return { changes: [], result: { known } };
    const slots = view.state.bounds.slots.map(({ name }) => name);
    // A guess binds nobody, whatever it says.
    const slot = slotFor(doubt === null ? proposal.kind : "fact", slots);
    const request = { ...offer, slot };
    return planOffer(view, request, { ...rules, protect_slots: slots }, replaced);
  });
  before.addOwn(offered.events);
  const { result } = offered;
  if ("known" in result) return knownEntry(proposal, result.known);
  const decision = decisionOf(result, doubt !== null);
  return {
    text,
    item: item.number,
    item_id: item.item_id,
    decision,
    reason: decision === "hypothesis" && doubt !== null ? doubt : result.reason_code,
    id: result.id,
    matched: decision === "reworded" ? (replaced ?? null) : result.matched,
  };
}

/** The entry that the same offer became before; null when it was rejected. */
interface KnownOffer {
  readonly known: string | null;
}

/** The state was offered the same before, and decided about it then. */
function knownEntry({ text, item }: Proposal, id: string | null): DistilledEntry {
  const place = { text, item: item.number, item_id: item.item_id };
  return { ...place, decision: "rejected", reason: "known", id: null, matched: id };
}

function requestFor({ text, item, doubt, rewords }: Proposal, model: string) {
  const kept = rewords === null ? SUPPORTED_SCORE : scoreOf(rewords);
  return {
    content: doubt === null ? text : `${UNCONFIRMED}${text}`,
    score: doubt === null ? kept : HYPOTHESIS_SCORE,
    status: doubt === null ? ("active" as const) : ("hypothesis" as const),
    reason: `transcript ${item.item_id}, distilled by ${model}`,
  };
}

/** In the place of an entry only while that one is in force, and only if it contradicts no other. */
async function planOffer(
  view: StateView,
  request: CommitRequest,
  rules: CommitRules,
  replaced: string | undefined,
): Promise<Decision<CommitResult>> {
  const { bounds, entries } = view.state;
  const current = entries.get(entryKey(bounds.namespace, replaced ?? ""));
  if (replaced !== undefined && current !== undefined && isActive(current)) {
    const plan = await planCommit(view, { ...request, supersedes: replaced }, rules);
    if (plan.result.verdict?.decision !== "conflict") return plan;
  }
  return planCommit(view, request, rules);
}

function decisionOf({ decision }: CommitResult, isDoubted: boolean): DistilledEntry["decision"] {
  if (decision === "superseded") return "reworded";
  if (decision === "rejected" || decision === "conflict") return "rejected";
  return isDoubted ? "hypothesis" : "admitted";
}
