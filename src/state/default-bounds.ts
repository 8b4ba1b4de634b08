import { DEFAULT_BUDGET, DEFAULT_NAMESPACE, DEFAULT_SLOTS } from "../model/state.ts";
import type { Bounds } from "./event-bodies.ts";

/** The default bounds of a state. */
export const defaultBounds: Bounds = {
  slots: DEFAULT_SLOTS.map(({ name }) => ({ name })),
  budget_tokens: DEFAULT_BUDGET,
  eviction: "lowest-score",
  tokenizer: "o200k_base",
  namespace: DEFAULT_NAMESPACE,
};
