import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { changeBounds } from "../../state/change-bounds.ts";
import { changeEntry, changeInput } from "../../state/disk/change-entry.ts";
import { evictionPolicies } from "../../state/event-bodies.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state bounds",
  summary: "Show or change the slots, budget and eviction policy of the state",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a model must not change its own limits",
    http: "a model must not change its own limits",
  },
  positionals: [],
  examples: ["state bounds --budget 8192 --reason 'a larger model'"],
  input: z.object({
    budget: integer(1).optional().describe("Maximum tokens of all entries together"),
    slot: z
      .array(z.string().min(1))
      .optional()
      .describe("All slots in the order in which they are shown"),
    eviction: z
      .enum(evictionPolicies)
      .optional()
      .describe("Which entries to evict when the budget is full"),
    ...changeInput,
  }),
  output: () =>
    z.object({
      slots: z.array(z.string()),
      eviction: z.string(),
      tokenizer: z.string(),
      namespace: z.string(),
      ...stateNumbersSchema(),
    }),
  async run(context, input) {
    const slots = input.slot?.map((name) => ({ name }));
    const { budget: budget_tokens, eviction, namespace, reason } = input;
    const request = { slots, budget_tokens, eviction, namespace, reason };
    const { state } = await changeEntry(context, input, (view) =>
      changeBounds(view.state, request),
    );
    const { bounds } = state;
    return {
      slots: bounds.slots.map(({ name }) => name),
      eviction: bounds.eviction,
      tokenizer: bounds.tokenizer,
      namespace: bounds.namespace,
      ...stateNumbers(state),
    };
  },
});
