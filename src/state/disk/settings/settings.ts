import { loadTokenCounter } from "../../../base/tokens.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import { type Config, configFor } from "../../../runtime/config.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { projectRoot } from "../../../runtime/workspace.ts";
import { type Address, toAddress } from "../../address.ts";
import { cacheOf } from "../../change-state.ts";
import type { CommitRules } from "../../commit/commit-request.ts";
import type { Bounds } from "../../event-bodies.ts";
import { addressFor, namedAddress } from "../../find-address.ts";
import { gateConfig } from "../../gate/config.ts";

/** The settings of states in a workspace, from its configuration. */
export interface StateSettings {
  readonly config: Config;
  readonly root: string;
  /** The bounds of a new state. */
  readonly bounds: Bounds;
  /** The given address, completed from the configuration; undefined for the current state. */
  readonly address: Address | undefined;
}

/**
 * Reads the settings of states. An address that is given in part is completed from the
 * configuration; none at all means the current state.
 */
export function stateSettings(
  context: OperationContext,
  ledger: Ledger,
  parts: Parameters<typeof namedAddress>[0],
): StateSettings {
  const root = projectRoot(ledger, context);
  const config = configFor(context, root);
  const { slots, budget_tokens, eviction, tokenizer } = config.state;
  const bounds = { slots, budget_tokens, eviction, tokenizer, namespace: config.namespace };
  const named = namedAddress(parts);
  const { user, task } = config.session;
  const address =
    named === undefined
      ? undefined
      : toAddress({ ...parts, user: parts.user ?? user, task: parts.task ?? task });
  return { config, root, bounds, address };
}

/** The rules of commits, with the token counter of the state. */
export async function commitRules(
  ledger: Ledger,
  { config, bounds, address }: StateSettings,
  thresholds: { readonly min_relevance?: number | undefined } = {},
): Promise<CommitRules> {
  const loaded = await ledger.read(async (tx) =>
    cacheOf(ledger).load(tx, address ?? (await addressFor(tx, {}))),
  );
  const counter = await loadTokenCounter(loaded?.state.bounds.tokenizer ?? bounds.tokenizer);
  return {
    gate: gateConfig({
      ...config.gate,
      ...(thresholds.min_relevance === undefined
        ? {}
        : { min_relevance: thresholds.min_relevance }),
    }),
    routing: config.state.routing,
    protect_slots: config.state.protect_slots,
    compress: config.state.compress,
    countTokens: (text) => counter.count(text),
  };
}
