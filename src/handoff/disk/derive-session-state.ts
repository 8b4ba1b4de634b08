import type { IndexedSession } from "../../agents/agent.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { StateChoice } from "../../state/change-state.ts";
import type { CommitRules } from "../../state/commit/commit-request.ts";
import { commitRules, stateSettings } from "../../state/disk/settings/settings.ts";
import type { ConversationItem } from "../../transcripts/conversation-item.ts";
import { createDigest, digestItem } from "../../transcripts/digest/digest.ts";
import { type Fact, factsOf } from "../../transcripts/digest/facts.ts";
import { findInForce } from "../../transcripts/in-force.ts";
import { createLossTally } from "../../transcripts/loss-tally.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";
import { type Derived, deriveState, factsToOffer } from "../derive-state.ts";
import { commitDistilled } from "../distil/commit-distilled.ts";
import { distil } from "../distil/distil.ts";
import type { Distilled } from "../distil/distilled.ts";
import type { Distiller } from "./distil-input.ts";

/** A session as it was read, and what its agent's tools do. */
export interface SourceSession extends Pick<IndexedSession, "header" | "items"> {
  readonly tools: ToolTable;
  /** A model that has a say, too. */
  readonly distiller?: Distiller | null;
}

/** What a session gave to a state. */
export interface SessionDerivation {
  readonly derived: Derived;
  /** Null when no model was asked. */
  readonly distilled: Distilled | null;
}

/** A derivation whose model has answered, and that is not committed yet. */
export interface Derivation {
  commit(): Promise<SessionDerivation>;
}

type DerivationTarget = Parameters<typeof stateSettings>[2] & { readonly by: Actor };

/** Offers the gate what a session decided, asked for and tried; what it lets in is committed to the state. */
export async function deriveSessionState(
  context: OperationContext,
  ledger: Ledger,
  session: SourceSession,
  who: DerivationTarget,
): Promise<SessionDerivation> {
  return (await prepareDerivation(context, ledger, session, who)).commit();
}

/** Finds what a session decided, asked for and tried, and commits none of it yet. */
export async function prepareDerivation(
  context: OperationContext,
  ledger: Ledger,
  session: SourceSession,
  who: DerivationTarget,
): Promise<Derivation> {
  const { by: actor, ...parts } = who;
  const settings = stateSettings(context, ledger, parts);
  const rules = await commitRules(ledger, settings);
  const { bounds, address } = settings;
  const inForce = await findInForce(() => session.items(), {}, createLossTally());
  const digest = createDigest(session.tools, session.header.cwd);
  // What a summary replaced is still in the file, and better taken from there.
  for await (const item of session.items()) digestItem(digest, item);
  return deriveFacts(ledger, factsOf(digest), {
    choice: { address, bounds, actor },
    rules,
    session: session.header.session_id,
    items: () => inForce.items(),
    tools: session.tools,
    distiller: session.distiller ?? null,
  });
}

/** Where facts go, and the session they are from. */
export interface FactTarget {
  readonly choice: StateChoice;
  readonly rules: CommitRules;
  readonly session: string;
  items(): AsyncIterable<ConversationItem>;
  readonly tools: ToolTable;
  readonly distiller: Distiller | null;
}

/** Asks the model, if one was named, before anything is committed: what fails there leaves no trace. */
export async function deriveFacts(
  ledger: Ledger,
  facts: readonly Fact[],
  target: FactTarget,
): Promise<Derivation> {
  const { choice, rules, distiller } = target;
  const offered = factsToOffer(facts, choice, rules.countTokens);
  const distillate =
    distiller &&
    (await distil({ ...target, ...distiller, facts: offered, count: rules.countTokens }));
  return {
    async commit() {
      const { derived, ...facts } = await deriveState(ledger, offered, choice, rules);
      const distilled =
        distillate && (await commitDistilled(distillate, { ledger, choice, rules, ...facts }));
      return { derived, distilled };
    },
  };
}
