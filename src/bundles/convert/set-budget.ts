import { HoldallError } from "../../base/errors.ts";
import { copyKey, copyObject, type Json } from "../../base/json/value.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, tokensOf } from "../../model/state.ts";
import { compareKeys, type NamedCodec, type StateOptions, toCommonState } from "./common-state.ts";

/**
 * Sets the budget of a state in its own format; only the keys that depend on the budget change.
 * Found by building the documents with the old and the new budget: whatever differs depends on it.
 */
export function setBudget(
  { codec }: NamedCodec,
  parts: StateParts,
  options: StateOptions,
): { readonly parts: StateParts; readonly kept: number; readonly loss: readonly LossItem[] } {
  const common = { ...options, defaultBudget: DEFAULT_BUDGET };
  const { head: before, entries } = toCommonState(codec, parts, { ...common, budget: null });
  const { head: after } = toCommonState(codec, parts, common);
  const tokens = tokensOf(entries);
  if (tokens > after.budget_tokens) throw overBudgetError(tokens, after.budget_tokens);
  const old = codec.buildDocuments(before, entries);
  const fresh = codec.buildDocuments(after, entries);
  const documents: Record<string, Record<string, Json>> = {};
  for (const [file, document] of Object.entries(parts.documents)) {
    const changed = compareKeys(old[file] ?? {}, fresh[file] ?? {}).changed;
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
  const result = copyObject(document);
  for (const key of keys) copyKey(fresh, result, key);
  return result;
}

/** The error for a state that exceeds its budget. */
export function overBudgetError(tokens: number, budget: number): HoldallError {
  return new HoldallError(
    "E_OVER_BUDGET",
    `Cannot write the state: its ${formatCount(tokens, "token")} exceed the budget of ${formatNumber(budget)}`,
    { cure: `set a larger budget with --budget ${tokens}` },
  );
}
