import type { Ledger } from "../../ledger/ledger.ts";
import { citationIn } from "../../model/citation.ts";
import type { Actor } from "../../model/event.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { stateIdOf } from "../address.ts";
import { changeState, type StateChoice } from "../change-state.ts";
import type { CommitRules } from "../commit/commit-request.ts";
import { addressFor } from "../find-address.ts";
import { loadState } from "../load.ts";
import type { Proposal } from "../proposal.ts";
import { showState } from "../show.ts";
import { selectWaiting } from "../tables/proposals.ts";
import { planReview, type ReviewDecision, type Reviewed } from "../tray/review.ts";
import { commitRules, stateSettings } from "./settings/settings.ts";

/** A state with the proposals that wait for it, and whose changes they become. */
export interface Tray {
  readonly choice: StateChoice;
  readonly rules: CommitRules;
}

/** Finds the tray of the state that some parts of an address name. */
export async function openTray(
  context: OperationContext,
  ledger: Ledger,
  { by: actor, ...parts }: Parameters<typeof stateSettings>[2] & { readonly by: Actor },
): Promise<Tray> {
  const settings = stateSettings(context, ledger, parts);
  const { bounds, address } = settings;
  return { choice: { address, bounds, actor }, rules: await commitRules(ledger, settings) };
}

/** The proposals that wait, oldest first. */
export function readWaiting(ledger: Ledger, { choice }: Tray): Promise<readonly Proposal[]> {
  return ledger.read(async (tx) =>
    selectWaiting(tx, stateIdOf(choice.address ?? (await addressFor(tx, {})))),
  );
}

/** What somebody wrote about a session, as an entry or a proposal has it. */
export type Recorded = Pick<Proposal, "text" | "slot" | "status" | "written_at" | "citation">;

/**
 * What the current state has about a session: entries in force that cite it, as whoever kept them worded them, then
 * proven proposals that wait. What was skipped or superseded is not among them.
 */
export async function recordedAbout(ledger: Ledger, session: string): Promise<readonly Recorded[]> {
  return ledger.read(async (tx) => {
    const address = await addressFor(tx, {});
    const loaded = await loadState(tx, address);
    const viewer = { namespace: loaded?.state.bounds.namespace ?? null };
    const shown =
      loaded === null ? null : await showState(tx, loaded.state, { archived: false, viewer });
    const kept = (shown?.entries ?? []).flatMap((entry): readonly Recorded[] => {
      const citation = citationIn(entry);
      const { content: text, slot, claim_status, written_at } = entry;
      if (citation === null || entry.status !== "active") return [];
      return [
        {
          text,
          slot,
          status: typeof claim_status === "string" ? claim_status : "in force",
          written_at: typeof written_at === "string" ? written_at : null,
          citation,
        },
      ];
    });
    const waiting = await selectWaiting(tx, stateIdOf(address));
    const proven = waiting.filter(({ doubt }) => doubt === null);
    return [...kept, ...proven].filter(({ citation }) => citation.session === session);
  });
}

/** Applies decisions about proposals, each when it is taken: who leaves loses none. */
export async function reviewTray(
  ledger: Ledger,
  { choice, rules }: Tray,
  decisions: Iterable<ReviewDecision> | AsyncIterable<ReviewDecision>,
): Promise<readonly Reviewed[]> {
  const reviewed: Reviewed[] = [];
  for await (const decision of decisions) {
    const { result } = await changeState(ledger, choice, (view) =>
      planReview(view, decision, rules),
    );
    reviewed.push(result);
  }
  return reviewed;
}

/** Keeps proposals with these ids without asking, except those that contradict an entry; returns how many are in force. */
export async function keepProposals(
  ledger: Ledger,
  tray: Tray,
  ids: readonly string[],
): Promise<number> {
  const named = new Set(ids);
  const waiting = (await readWaiting(ledger, tray)).filter(({ id }) => named.has(id));
  const decisions = waiting.map((proposal) => {
    return { proposal, decision: "keep" as const, replaces: false };
  });
  const reviewed = await reviewTray(ledger, tray, decisions);
  return reviewed.filter(({ entry }) => entry !== null).length;
}
