import type { Digest } from "../digest/digest.ts";
import type { EndingItem } from "./ending.ts";

/** After so many later requests a plan that nobody touched again was left as it was. */
const FORGOTTEN_TURNS = 2;
/** Steps that are named of those that may be done; they are one line, because nobody may have looked after the list. */
const MAX_NAMED = 3;

/**
 * The steps of the latest plan that are not ticked off. A step of the last request that was never begun is open; one
 * that was begun may only not have been ticked off, also where the record ends within the work.
 */
export function planState({ plan, turns }: Digest): {
  readonly open: readonly EndingItem[];
  readonly unknown: readonly EndingItem[];
} {
  if (plan === null) return { open: [], unknown: [] };
  const at = turns.findIndex(({ item_id }) => item_id === plan.asked);
  const later = turns.slice(at + 1).filter(({ request }) => request !== "");
  const isLast = later.every(({ isQueued }) => isQueued);
  const steps = plan.steps.filter(({ done }) => !done);
  const item = (text: string): EndingItem => ({ text, at: plan.at, item_id: plan.item_id });
  const open = steps.filter(({ isStarted }) => isLast && !isStarted);
  const isForgotten = later.length >= FORGOTTEN_TURNS && !isLast;
  const begun = isForgotten ? [] : steps.filter((step) => !open.includes(step));
  const left = begun.slice(0, MAX_NAMED).map(({ text }) => text);
  const more = begun.length > MAX_NAMED ? ` and ${begun.length - MAX_NAMED} more` : "";
  return {
    open: open.map(({ text }) => item(text)),
    unknown:
      left.length === 0 ? [] : [item(`the plan does not tick off: ${left.join("; ")}${more}`)],
  };
}
