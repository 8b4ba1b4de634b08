import type { Reading } from "../agents/agent.ts";
import { type Derived, deriveState } from "../handoff/derive-state.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Actor } from "../model/event.ts";
import { createDigest, digestItem, factsOf } from "../transcripts/digest/digest.ts";
import { findInForce } from "../transcripts/in-force.ts";
import { tallyLosses } from "../transcripts/tally-losses.ts";
import type { ToolTable } from "../transcripts/tool-names.ts";
import type { OperationContext } from "./define-operation.ts";
import { commitRules, stateSettings } from "./state-settings.ts";

/** A session as it was read, and what its agent's tools do. */
export interface SaidSession {
  readonly items: Reading["items"];
  readonly tools: ToolTable;
}

/** Offers the gate what a session decided, asked for and tried; what it lets in is committed to the state. */
export async function deriveFrom(
  context: OperationContext,
  ledger: Ledger,
  { items, tools }: SaidSession,
  who: Parameters<typeof stateSettings>[2] & { readonly by: Actor },
): Promise<Derived> {
  const digest = createDigest(tools);
  const inForce = await findInForce(items, {}, tallyLosses());
  for await (const item of inForce.items()) digestItem(digest, item);
  const { by: actor, ...parts } = who;
  const settings = stateSettings(context, ledger, parts);
  const rules = await commitRules(ledger, settings);
  const { bounds, address } = settings;
  return deriveState(ledger, factsOf(digest), { address, bounds, actor }, rules);
}
