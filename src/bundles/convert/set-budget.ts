import { HoldallError } from "../../base/errors.ts";
import { copyKey, type Json, omitKeys } from "../../base/json/value.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, tokensOf } from "../../model/state.ts";
import { commonState, difference, type Side, type StateOptions } from "./state-pair.ts";

/** Gives a state another budget, in its own format: only the keys that say the budget change. */
export function setBudget(
  { codec }: Side,
  parts: StateParts,
  options: StateOptions,
): { readonly parts: StateParts; readonly kept: number; readonly loss: readonly LossItem[] } {
  const common = { ...options, defaultBudget: DEFAULT_BUDGET };
  const { head: before, entries } = commonState(codec, parts, { ...common, budget: null });
  const { head: after } = commonState(codec, parts, common);
  const tokens = tokensOf(entries);
  if (tokens > after.budget_tokens) throw overBudget(tokens, after.budget_tokens);
  const [old, fresh] = [
    codec.buildDocuments(before, entries),
    codec.buildDocuments(after, entries),
  ];
  const documents: Record<string, Record<string, Json>> = {};
  for (const [file, document] of Object.entries(parts.documents)) {
    const changed = difference(old[file] ?? {}, fresh[file] ?? {}).changed;
    const still = changed.filter((key) => Object.hasOwn(document, key));
    documents[file] = putKeys(document, fresh[file] ?? {}, still);
  }
  const kept = entries.length + parts.lines.length;
  return { parts: { ...parts, documents }, kept, loss: [] };
}

function putKeys(
  document: Record<string, Json>,
  fresh: Record<string, Json>,
  keys: readonly string[],
): Record<string, Json> {
  const result = omitKeys(document, NONE);
  for (const key of keys) copyKey(fresh, result, key);
  return result;
}

const NONE = new Set<string>();

/** The refusal to write a state over its budget. */
export function overBudget(tokens: number, budget: number): HoldallError {
  return new HoldallError(
    "E_OVER_BUDGET",
    `Cannot write: ${tokens} tokens exceed the budget of ${budget}`,
    { cure: `give --budget ${tokens} or more` },
  );
}
