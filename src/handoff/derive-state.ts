import type { Ledger } from "../ledger/ledger.ts";
import { planCommit } from "../state/commit.ts";
import type { CommitRequest, CommitResult, CommitRules } from "../state/commit-request.ts";
import { changeState, type StateChoice } from "../state/record.ts";
import type { Fact } from "../transcripts/digest/digest.ts";
import { chooseFacts } from "./render-facts.ts";

/** The default slots, and which facts belong there. */
const SLOTS = {
  decision: "decision",
  rejection: "decision",
  constraint: "constraint",
  todo: "task-state",
  next: "task-state",
  last_step: "task-state",
  request: "task-state",
  failure: "fact",
  file: "fact",
  command: "fact",
  fact: "fact",
} as const satisfies Record<Fact["kind"], string>;

/** What a fact that is no sentence by itself is introduced with. */
const LEADS: Partial<Record<Fact["kind"], string>> = {
  request: "Asked for last: ",
  last_step: "Said last: ",
  failure: "Failed: ",
  file: "File of this work: ",
  command: "Command that was run: ",
  todo: "Planned: ",
};

/** What became of the facts that were offered to the state. */
export interface Derived {
  readonly offered: number;
  readonly admitted: number;
  readonly superseded: number;
  readonly rejected: number;
}

/** Tokens of a state that are left free, so that the receiver can go on committing. */
const FREE_SHARE = 0.25;
const LONGEST = 1000;

/**
 * Commits what a transcript says to a state, through the gate, in the order in which it was said: what
 * contradicts an earlier statement takes its place.
 */
export async function deriveState(
  ledger: Ledger,
  facts: readonly Fact[],
  choice: StateChoice,
  rules: CommitRules,
): Promise<Derived> {
  const room = choice.bounds.budget_tokens * (1 - FREE_SHARE);
  const offered = chooseFacts(facts, room, rules.count);
  const counts = { offered: offered.length, admitted: 0, superseded: 0, rejected: 0 };
  for (const fact of offered) {
    const result = await commitFact(ledger, fact, choice, rules);
    if (result.decision === "admitted" || result.decision === "updated") counts.admitted++;
    else if (result.decision === "superseded") counts.superseded++;
    else counts.rejected++;
  }
  return counts;
}

async function commitFact(
  ledger: Ledger,
  fact: Fact,
  choice: StateChoice,
  rules: CommitRules,
): Promise<CommitResult> {
  const slots = choice.bounds.slots.map(({ name }) => name);
  const slot = slots.includes(SLOTS[fact.kind]) ? SLOTS[fact.kind] : undefined;
  const content = `${LEADS[fact.kind] ?? ""}${fact.text}`.slice(0, LONGEST);
  const request: CommitRequest = {
    content,
    slot,
    score: Math.round(fact.weight * 100) / 100,
    reason: `transcript ${fact.item_id}`,
  };
  const commit = (more: Partial<CommitRequest>) =>
    changeState(ledger, choice, (view) => planCommit(view, { ...request, ...more }, rules));
  const { result } = await commit({});
  if (result.decision !== "conflict" || result.matched === null) return result;
  return (await commit({ supersedes: result.matched })).result;
}
