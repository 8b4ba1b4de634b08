import * as z from "zod";
import { evictions } from "../../state/bodies.ts";
import { changeBounds } from "../../state/bound.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { changeHere, changeInput } from "./entry-change.ts";
import { numbersOf, numbersSchema } from "./input.ts";

export default defineOperation({
  name: "state bounds",
  summary: "Show or change the slots, the budget and the eviction of the state",
  effect: "write",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not widen its own bounds",
    http: "a model must not widen its own bounds",
  },
  positionals: [],
  examples: ["state bounds --budget 8192 --reason 'a larger model'"],
  input: z.object({
    budget: integer(1).optional().describe("Tokens that the entries may cost together"),
    slot: z.array(z.string().min(1)).optional().describe("All slots, in render order"),
    eviction: z.enum(evictions).optional().describe("How room is made"),
    ...changeInput,
  }),
  output: () =>
    z.object({
      slots: z.array(z.string()),
      eviction: z.string(),
      tokenizer: z.string(),
      namespace: z.string(),
      ...numbersSchema(),
    }),
  async run(context, input) {
    const slots = input.slot?.map((name) => ({ name }));
    const { budget: budget_tokens, eviction, namespace, reason } = input;
    const request = { slots, budget_tokens, eviction, namespace, reason };
    const { state } = await changeHere(context, input, (view) => changeBounds(view.state, request));
    const { bounds } = state;
    return {
      slots: bounds.slots.map(({ name }) => name),
      eviction: bounds.eviction,
      tokenizer: bounds.tokenizer,
      namespace: bounds.namespace,
      ...numbersOf(state),
    };
  },
});
