import { HoldallError } from "../base/errors.ts";
import { type Decision, noteChange } from "./change.ts";
import type { Bounds } from "./event-bodies.ts";
import { type State, tokenCountOf } from "./state.ts";

/** The bounds of a state that are to change. */
export type BoundsRequest = {
  readonly [Key in "slots" | "budget_tokens" | "eviction" | "namespace"]?: Bounds[Key] | undefined;
} & { readonly reason?: string | undefined };

/**
 * Changes the bounds of a state. Refuses bounds that the existing entries do not fit. The tokenizer
 * never changes: token counts of existing entries would no longer be comparable.
 */
export function changeBounds(state: State, request: BoundsRequest): Decision<Bounds> {
  const { bounds } = state;
  const next: Bounds = {
    slots: request.slots ?? bounds.slots,
    budget_tokens: request.budget_tokens ?? bounds.budget_tokens,
    eviction: request.eviction ?? bounds.eviction,
    tokenizer: bounds.tokenizer,
    namespace: request.namespace ?? bounds.namespace,
  };
  requireSlots(state, next);
  const tokens = tokenCountOf(state);
  if (next.budget_tokens < bounds.budget_tokens && tokens > next.budget_tokens) {
    throw new HoldallError(
      "E_OVER_BUDGET",
      `Cannot lower the budget to ${next.budget_tokens} tokens: the entries use ${tokens}`,
      { cure: "free tokens first with `holdall state evict`" },
    );
  }
  if (JSON.stringify(next) === JSON.stringify(bounds)) return { changes: [], result: next };
  const details = JSON.parse(JSON.stringify(next));
  const { reason } = request;
  return { changes: [noteChange("state_bounded", { reason, details })], result: next };
}

function requireSlots({ entries }: State, { slots }: Bounds): void {
  const names = slots.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new HoldallError("E_SHAPE", `Cannot change the slots: "${twice}" is listed twice`);
  }
  for (const { id, image } of entries.values()) {
    if (names.includes(image.slot)) continue;
    throw new HoldallError("E_SLOT", `Cannot remove slot "${image.slot}": entry "${id}" uses it`);
  }
}
