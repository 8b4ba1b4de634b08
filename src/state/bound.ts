import { HoldallError } from "../base/errors.ts";
import type { Bounds } from "./bodies.ts";
import { type Decision, noteChange } from "./change.ts";
import { footprintOf, type State } from "./state.ts";

/** What is to be different about a state's bounds. */
export type BoundsRequest = {
  readonly [Key in "slots" | "budget_tokens" | "eviction" | "namespace"]?: Bounds[Key] | undefined;
} & { readonly reason?: string | undefined };

/** Changes the bounds of a state. Nothing that is held may fall out of them. */
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
  const footprint = footprintOf(state);
  if (next.budget_tokens < bounds.budget_tokens && footprint > next.budget_tokens) {
    throw new HoldallError(
      "E_OVER_BUDGET",
      `Cannot lower the budget to ${next.budget_tokens}: the entries cost ${footprint} tokens`,
      { cure: "make room first with `holdall state evict`" },
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
    throw new HoldallError("E_SHAPE", `Cannot declare the slot "${twice}" twice`);
  }
  for (const { id, image } of entries.values()) {
    if (names.includes(image.slot)) continue;
    throw new HoldallError(
      "E_SLOT",
      `Cannot drop the slot "${image.slot}": entry "${id}" is in it`,
    );
  }
}
