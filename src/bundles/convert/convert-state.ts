import { type StateParts, trailLineFrom } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateHead, tokensOf } from "../../model/state.ts";
import { type Carried, emptyCarried } from "./carried.ts";
import { carryState } from "./carry-state.ts";
import { renameTwins } from "./rename-twins.ts";
import { overBudget } from "./set-budget.ts";
import { type CommonState, commonState, type Side, type StateOptions } from "./state-pair.ts";
import { createTally, type Tally } from "./tally.ts";

/** A converted state: the target's records, what travels beside them, and what was lost. */
export interface StateConversion {
  readonly parts: StateParts;
  readonly carried: Carried;
  readonly kept: number;
  readonly loss: readonly LossItem[];
}

/**
 * Says a state in another format. Whatever the target cannot say exactly is found by mapping the
 * result back and comparing, and is carried, so that the way back restores it.
 */
export function convertState(
  source: Side,
  sourceParts: StateParts,
  target: Side,
  options: StateOptions & { readonly before: Carried | null },
): StateConversion {
  const defaults = { ...options, defaultBudget: DEFAULT_BUDGET };
  const common = commonState(source.codec, sourceParts, defaults);
  const tally = createTally();
  const unique = target.codec.idScope === "bundle" ? renameTwins(common) : common;
  const fitted = fitBudget(source, target, unique, options, tally);
  const records = fitted.entries.map((entry) => target.codec.fromEntry(entry, fitted.context));
  const held = fitted.entries.filter((_, index) => records[index] !== null);
  const lines = fitted.events.map(
    (event) => event && target.codec.fromEvent(event, fitted.context),
  );
  const parts: StateParts = {
    documents: target.codec.buildDocuments(fitted.head, held),
    records: records.filter((record) => record !== null),
    lines: lines.filter((line) => line !== null).map(trailLineFrom),
    emptyTrail: sourceParts.emptyTrail ?? false,
  };
  const back = commonState(target.codec, parts, { ...defaults, budget: null });
  const carried = emptyCarried(source.name, target.name, options.before);
  carryState(
    { source, sourceParts, target, common, documents: parts.documents, records, lines, back },
    carried,
    tally,
  );
  return { parts, carried, kept: tally.kept(), loss: tally.loss() };
}

/** No state over its budget is ever written: a source without a budget gets one that fits. */
function fitBudget(
  source: Side,
  target: Side,
  common: CommonState,
  options: StateOptions,
  tally: Tally,
): CommonState {
  const tokens = tokensOf(common.entries);
  const budget = common.head.budget_tokens;
  if (!target.codec.hasBudget || tokens <= budget) return common;
  if (options.budget !== null || source.codec.hasBudget) throw overBudget(tokens, budget);
  const head: StateHead = { ...common.head, budget_tokens: tokens };
  const why = `the budget is raised from the default ${budget} to fit ${tokens} tokens`;
  tally.lose("changed", "snapshot.json", why);
  return { ...common, head, context: { ...common.context, head } };
}
