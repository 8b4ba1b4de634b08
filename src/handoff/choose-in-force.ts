import type { LossItem } from "../model/loss.ts";
import { findInForce, type InForce } from "../transcripts/in-force.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";
import type { HandoffRequest } from "./request.ts";
import { thinkingAsText } from "./thinking-as-text.ts";

/** The items of a session that are handed over, still as the source agent recorded them. */
export interface ChosenConversation extends InForce {
  /** Everything else, with the reason why it is left out. */
  readonly losses: readonly LossItem[];
}

/** Stage 2, choose: takes what the source agent would send to a model now, within the range that was named. */
export async function chooseInForce(request: HandoffRequest): Promise<ChosenConversation> {
  const { session, since, until, thinking, transfer } = request;
  const losses = createLossTally();
  for (const loss of request.losses) losses.add(loss);
  const items = () => (thinking ? thinkingAsText(session.items()) : session.items());
  // The receiver of a move can read what its own provider encrypted.
  const range = { since, until, ...(transfer === "move" ? { keepsSealed: true as const } : {}) };
  const inForce = await findInForce(items, range, losses);
  return { ...inForce, losses: losses.items() };
}
