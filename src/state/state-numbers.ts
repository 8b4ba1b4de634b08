import * as z from "zod";
import { hashOfState, type State, tokenCountOf } from "./state.ts";

/** The numbers of a state in the output of every change. */
export const stateNumbersSchema = () => ({
  state_hash: z.string(),
  token_count: z.number(),
  budget_tokens: z.number(),
  head_seq: z.number(),
});

/** The numbers of a state. */
export function stateNumbers(state: State) {
  return {
    state_hash: hashOfState(state),
    token_count: tokenCountOf(state),
    budget_tokens: state.bounds.budget_tokens,
    head_seq: state.head_seq,
  };
}
