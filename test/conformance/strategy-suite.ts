import assert from "node:assert/strict";
import { assembleBundle } from "../../src/compile/assemble.ts";
import {
  defaultLimits,
  type Selection,
  type Strategy,
  type StrategyInput,
} from "../../src/compile/strategies/strategy.ts";
import type { Turn } from "../../src/model/turn.ts";
import { createCheckpoints, createInput, createTurn, THREAD } from "../compile/create-input.ts";
import { randomConversation } from "../compile/random-conversation.ts";
import { check } from "../support/check.ts";

/** One promise of the strategy contract. */
export interface StrategyCheck {
  readonly name: string;
  run(strategy: Strategy): Promise<void>;
}

const seeds = Array.from({ length: 25 }, (_, index) => index + 1);
/** Turns of the smallest size that may give way to the line about what is missing, and the one that did not fit. */
const TOKENS_PER_LINE = 8;
const budgets = [120, 400, 1_500, 100_000];

/** The contract of `src/compile/strategies/strategy.ts`, promise by promise. */
export const strategySuite: readonly StrategyCheck[] = [
  {
    name: "the question is in, and it is the last item",
    run: (strategy) =>
      overRandom(strategy, ({ chosen }, { anchor }) => {
        const last = chosen.at(-1)?.item;
        assert.equal(last?.type === "message" && last.thread_event_id, anchor.user.event_id);
      }),
  },
  {
    name: "the same input gives the same selection",
    run: (strategy) =>
      overRandom(strategy, async (selection, input, budget) => {
        assert.deepEqual(await strategy.select(input, limitsOf(budget)), selection);
      }),
  },
  {
    name: "messages that are shown and messages that are left out are all messages",
    run: (strategy) =>
      overRandom(strategy, ({ chosen, leftOut }, { anchor }) => {
        const shown = chosen.filter(({ item }) => item.type === "message" && item.role === "user");
        const out = leftOut.reduce((sum, { messages }) => sum + messages, 0);
        assert.equal(shown.length + out, anchor.user.ordinal);
      }),
  },
  {
    name: "messages are shown in order and without a gap",
    run: (strategy) =>
      overRandom(strategy, ({ chosen }, { anchor }) => {
        const seqs = chosen.flatMap(({ item }) =>
          item.type === "message" && item.role === "user" ? [item.thread_seq ?? -1] : [],
        );
        const first = anchor.user.seq - seqs.length + 1;
        assert.deepEqual(
          seqs,
          seqs.map((_, index) => first + index),
        );
      }),
  },
  {
    name: "a tool call and its result are both in or both out",
    run: (strategy) =>
      overRandom(strategy, async ({ chosen }, input) => {
        const has = (type: string, id: string) =>
          chosen.some(({ item }) => item.type === type && "call_id" in item && item.call_id === id);
        for await (const { steps } of input.earlier()) {
          for (const step of steps) {
            if (step.type !== "tool_result" || step.call_id === "lost") continue;
            assert.equal(has("tool_result", step.call_id), has("tool_call", step.call_id));
          }
        }
        assert.ok(!has("tool_result", "lost"));
      }),
  },
  {
    name: "a budget that counts is kept",
    run: (strategy) =>
      overRandom(strategy, ({ chosen, limits }) => {
        const { max_input_tokens } = limits;
        const spent = chosen.reduce((sum, { tokens }) => sum + tokens, 0);
        assert.ok(typeof max_input_tokens !== "number" || spent <= max_input_tokens);
      }),
  },
  {
    name: "the bundle is one that the format reads without an error",
    run: (strategy) =>
      overRandom(strategy, async (selection, { anchor }) => {
        const { seq: from_seq, event_id: from_message_id } = anchor.user;
        const source = { thread_id: THREAD, from_seq, from_message_id };
        const provenance = { run_session_id: "run", actor_id: "user", origin: "test" };
        const { bytes } = assembleBundle(selection, source, provenance);
        const { errors, format } = await check({ "context.json": bytes }, "lenient");
        assert.deepEqual([format, errors], ["context-bundle", []]);
      }),
  },
  {
    name: "of a million turns no more are read than the limits can hold",
    async run(strategy) {
      const { input, reads } = longConversation(1_000_000);
      const selection = await strategy.select(input, limitsOf(2_000));
      const shown = selection.chosen.filter(({ item }) => item.type === "message").length;
      assert.ok(reads() <= shown + TOKENS_PER_LINE, `${reads()} turns read, ${shown} shown`);
      assert.ok(reads() < 500);
    },
  },
];

/** Runs a check over conversations and budgets; a budget too small for the question is passed over. */
async function overRandom(
  strategy: Strategy,
  inspect: (selection: Selection, input: StrategyInput, budget: number) => Promise<void> | void,
): Promise<void> {
  let inspected = 0;
  for (const seed of seeds) {
    for (const budget of budgets) {
      const input = createInput(randomConversation(seed));
      const selection = await strategy.select(input, limitsOf(budget)).catch(passOverBudget);
      if (selection === null) continue;
      await inspect(selection, input, budget);
      inspected += 1;
    }
  }
  assert.ok(inspected > seeds.length);
}

function passOverBudget(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "E_OVER_BUDGET") return null;
  throw error;
}

function limitsOf(max_input_tokens: number) {
  return { ...defaultLimits, max_input_tokens };
}

/** Turns that are made when they are read. */
function longConversation(count: number): { input: StrategyInput; reads: () => number } {
  let turns = 0;
  const created = createCheckpoints([1_000, 5_000, 20_000]);
  const near = createInput({ turns: [createTurn(count)], ...created });
  return {
    reads: () => turns,
    input: {
      ...near,
      async *earlier(): AsyncGenerator<Turn> {
        for (let ordinal = count - 1; ordinal > 0; ordinal--) {
          turns += 1;
          yield createTurn(ordinal);
        }
      },
      place: async (ordinal) => createTurn(ordinal).user,
    },
  };
}
