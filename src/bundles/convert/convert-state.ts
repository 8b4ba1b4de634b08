import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { type StateParts, trailLineFrom } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateHead, tokensOf } from "../../model/state.ts";
import { type Carried, emptyCarried } from "./carried.ts";
import { carryState } from "./carry-state.ts";
import {
  type CommonState,
  type NamedCodec,
  type StateOptions,
  toCommonState,
} from "./common-state.ts";
import { createLossTally, type LossTally } from "./loss-tally.ts";
import { renameDuplicateIds } from "./rename-duplicate-ids.ts";
import { overBudgetError } from "./set-budget.ts";

/** A converted state: the target's records, what is carried with them, and what was lost. */
export interface StateConversion {
  readonly parts: StateParts;
  readonly carried: Carried;
  readonly kept: number;
  readonly loss: readonly LossItem[];
}

/**
 * Converts a state to another format. What the target cannot express exactly is found by mapping the
 * result back and comparing, and is carried, so that converting back restores it.
 */
export function convertState(
  source: NamedCodec,
  sourceParts: StateParts,
  target: NamedCodec,
  options: StateOptions & { readonly before: Carried | null },
): StateConversion {
  const defaults = { ...options, defaultBudget: DEFAULT_BUDGET };
  const common = toCommonState(source.codec, sourceParts, defaults);
  const tally = createLossTally();
  const unique = target.codec.idScope === "bundle" ? renameDuplicateIds(common) : common;
  const fitted = fitBudget(unique, { source, target }, options, tally);
  const records = fitted.entries.map((entry) => target.codec.fromEntry(entry, fitted.context));
  const contained = fitted.entries.filter((_, index) => records[index] !== null);
  const lines = fitted.events.map(
    (event) => event && target.codec.fromEvent(event, fitted.context),
  );
  const parts: StateParts = {
    documents: target.codec.buildDocuments(fitted.head, contained),
    records: records.filter((record) => record !== null),
    lines: lines.filter((line) => line !== null).map(trailLineFrom),
    emptyTrail: sourceParts.emptyTrail ?? false,
  };
  const back = toCommonState(target.codec, parts, { ...defaults, budget: null });
  const carried = emptyCarried(source.name, target.name, options.before);
  carryState(
    { source, sourceParts, target, common, documents: parts.documents, records, lines, back },
    carried,
    tally,
  );
  return { parts, carried, kept: tally.kept(), loss: tally.items() };
}

/**
 * Never writes a state over its budget: a source without a budget gets one that fits. A declared
 * budget, or one that the user gave, is never changed silently: then an excess is an error.
 */
function fitBudget(
  common: CommonState,
  { source, target }: { readonly source: NamedCodec; readonly target: NamedCodec },
  options: StateOptions,
  tally: LossTally,
): CommonState {
  const tokens = tokensOf(common.entries);
  const budget = common.head.budget_tokens;
  if (!target.codec.hasBudget || tokens <= budget) return common;
  if (options.budget !== null || source.codec.hasBudget) throw overBudgetError(tokens, budget);
  const head: StateHead = { ...common.head, budget_tokens: tokens };
  const from = formatNumber(budget);
  const to = formatCount(tokens, "token");
  const why = `the budget was raised from the default of ${from} to ${to} so that all entries fit`;
  tally.add("changed", "snapshot.json", why);
  return { ...common, head, context: { ...common.context, head } };
}
