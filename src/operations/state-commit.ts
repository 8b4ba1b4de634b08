import * as z from "zod";
import { loadTokenCounter } from "../base/tokens.ts";
import { statuses } from "../state/bodies.ts";
import { planCommit } from "../state/commit.ts";
import { gateConfig } from "../state/gate/config.ts";
import { changeState } from "../state/record.ts";
import { footprintOf, hashOfState } from "../state/state.ts";
import { defineOperation } from "./define-operation.ts";
import { readIncoming } from "./incoming.ts";
import { addressInput, defaultBounds, namedAddress, namespaceInput } from "./state-input.ts";
import { actorAliases, actorInput, actorOf, whole } from "./thread-input.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

export default defineOperation({
  name: "state commit",
  summary: "Commit an entry to the state, if the gate lets it in; a contradiction is a proposal",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  positionals: ["text"],
  aliases: { ...actorAliases, content: "text" },
  examples: ["state commit 'We chose Rust for the core crates'"],
  input: z.object({
    text: z.string().describe("What to hold in force; - reads standard input"),
    slot: z.string().optional().describe("Slot to file it under; by its words unless told"),
    score: z.coerce.number().optional().describe("How much it matters: low ones go first"),
    id: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be a short text in one line" })
      .optional()
      .describe("Its id; naming one that exists is an update"),
    status: z.enum(statuses).optional().describe("How sure it is"),
    "expect-version": whole().optional().describe("The version of the entry that you have seen"),
    supersedes: z.string().optional().describe("Id of the entry that it replaces"),
    reason: z.string().optional().describe("Why, for the trail"),
    author: z.string().min(1).max(512).optional().describe("Who says so"),
    allow: z.array(z.string()).optional().describe("Namespaces and principals that may read it"),
    ...namespaceInput,
    ...actorInput,
    ...addressInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      decision: z.enum(["admitted", "updated", "superseded", "rejected", "conflict"]),
      reason_code: z.string(),
      id: z.string().nullable(),
      namespace: z.string(),
      slot: z.string().nullable(),
      version: z.number().nullable(),
      tokens: z.number(),
      resolution: z.string().nullable(),
      evicted: z.array(z.string()),
      matched: z.string().nullable(),
      verdict: z.looseObject({ decision: z.string() }).nullable(),
      state_hash: z.string(),
      token_count: z.number(),
      budget_tokens: z.number(),
      head_seq: z.number(),
    }),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const content = input.text === "-" ? await readIncoming(context) : input.text;
      const counter = await loadTokenCounter(defaultBounds.tokenizer);
      const { author: author_id, allow: access_list, ...rest } = input;
      const request = {
        ...rest,
        content,
        author_id,
        access_list,
        expect_version: input["expect-version"],
      };
      const { state, result } = await changeState(
        ledger,
        { address: namedAddress(input), bounds: defaultBounds, actor: actorOf(input) },
        (view) =>
          planCommit(view, request, {
            gate: gateConfig(),
            protect_slots: [],
            compress: true,
            count: (text) => counter.count(text),
          }),
      );
      return {
        ...result,
        evicted: [...result.evicted],
        verdict: result.verdict && { ...result.verdict },
        state_hash: hashOfState(state),
        token_count: footprintOf(state),
        budget_tokens: state.bounds.budget_tokens,
        head_seq: state.head_seq,
      };
    }),
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
