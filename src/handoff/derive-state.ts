import type { Ledger } from "../ledger/ledger.ts";
import type { Decision } from "../state/change.ts";
import { changeState, type StateChoice, type StateView } from "../state/change-state.ts";
import type { CommitRequest, CommitResult, CommitRules } from "../state/commit/commit-request.ts";
import { planCommit } from "../state/commit/plan-commit.ts";
import { chooseFacts, type Fact } from "../transcripts/digest/facts.ts";
import { type KnownOffers, readKnownOffers } from "./known-offers.ts";

/** The default slots, and which facts belong there. */
const SLOTS = {
  decision: "decision",
  rejection: "decision",
  constraint: "constraint",
  todo: "task-state",
  request: "task-state",
  failure: "fact",
  fact: "fact",
} as const satisfies Record<Fact["kind"], string>;

/** What became of the facts that were offered to the state. */
export interface Derived {
  readonly offered: number;
  readonly admitted: number;
  readonly superseded: number;
  readonly rejected: number;
  /** Facts that the state was offered before, by an earlier import of the same session. */
  readonly known: number;
}

/** Tokens of a state that are left free, so that the receiver can go on committing. */
const FREE_SHARE = 0.25;

/** A derived state. */
export interface DerivedState {
  readonly derived: Derived;
  /** The entry that a fact became. */
  readonly entryOf: ReadonlyMap<Fact, string>;
  /** What the state was offered before any of this. */
  readonly before: KnownOffers;
}

/** The facts that are worth being offered to a state of this size. */
export function factsToOffer(
  facts: readonly Fact[],
  { bounds }: Pick<StateChoice, "bounds">,
  count: CommitRules["countTokens"],
): readonly Fact[] {
  return chooseFacts(facts, bounds.budget_tokens * (1 - FREE_SHARE), count);
}

/**
 * Commits what a transcript says to a state, through the gate, in the order in which it was said: what
 * contradicts an earlier statement takes its place.
 */
export async function deriveState(
  ledger: Ledger,
  offered: readonly Fact[],
  choice: StateChoice,
  rules: CommitRules,
): Promise<DerivedState> {
  const counts = { offered: offered.length, admitted: 0, superseded: 0, rejected: 0, known: 0 };
  const entryOf = new Map<Fact, string>();
  const before = await readKnownOffers(ledger, choice);
  for (const fact of offered) {
    const { decision, id } = await commitFact(ledger, fact, { choice, rules, before });
    if (id !== null) entryOf.set(fact, id);
    if (decision === "known") counts.known++;
    else if (decision === "admitted" || decision === "updated") counts.admitted++;
    else if (decision === "superseded") counts.superseded++;
    else counts.rejected++;
  }
  return { derived: counts, entryOf, before };
}

/** The slot of a kind of fact, if it is declared; else it is filed by its words. */
export function slotFor(kind: Fact["kind"], declared: readonly string[]): string | undefined {
  return declared.includes(SLOTS[kind]) ? SLOTS[kind] : undefined;
}

/** How much an entry matters that says a fact. */
export function scoreOf({ weight }: Fact): number {
  return Math.round(weight * 100) / 100;
}

/** The text that a fact is offered as, and where it comes from. */
function offerOf({ text, item_ids }: Fact) {
  return { content: text, reason: `transcript ${item_ids.join(", ")}` };
}

/** What became of an offer; `known` when the state had been offered it before. */
interface Offered extends Pick<CommitResult, "id"> {
  readonly decision: CommitResult["decision"] | "known";
}

/**
 * Whether a fact is new, what the gate says, and whether it takes the place of what it contradicts, is all decided in
 * one transaction: another process may offer the same fact.
 */
async function commitFact(
  ledger: Ledger,
  fact: Fact,
  { choice, rules, before }: OfferRules,
): Promise<Offered> {
  const slots = choice.bounds.slots.map(({ name }) => name);
  const slot = slotFor(fact.kind, slots);
  const request: CommitRequest = { ...offerOf(fact), slot, score: scoreOf(fact) };
  const { result, events } = await changeState<Offered>(ledger, choice, async (view) => {
    const known = await before.find(view, offerOf(fact));
    if (known !== undefined) return { changes: [], result: { decision: "known", id: known } };
    return planFact(view, request, rules);
  });
  before.addOwn(events);
  return result;
}

interface OfferRules {
  readonly choice: StateChoice;
  readonly rules: CommitRules;
  readonly before: KnownOffers;
}

/** The rejection of what contradicts an entry is recorded, too, before it takes that entry's place. */
async function planFact(
  view: StateView,
  request: CommitRequest,
  rules: CommitRules,
): Promise<Decision<CommitResult>> {
  const plan = await planCommit(view, request, rules);
  const { decision, matched } = plan.result;
  if (decision !== "conflict" || matched === null) return plan;
  const next = await planCommit(view, { ...request, supersedes: matched }, rules);
  return { ...next, changes: [...plan.changes, ...next.changes] };
}
