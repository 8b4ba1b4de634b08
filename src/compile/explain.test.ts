import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createCheckpoints,
  createInput,
  createTurn,
  createTurns,
} from "../../test/compile/create-input.ts";
import { randomConversation } from "../../test/compile/random-conversation.ts";
import { explainSelection, explanationLines } from "./explain.ts";
import { loadStrategy } from "./strategies/registry.ts";
import { defaultLimits } from "./strategies/strategy.ts";

test("explainSelection() accounts for every item, every message and every token", async () => {
  const strategy = await loadStrategy("token_budget_recent_v1");
  const input = createInput(randomConversation(3));
  const limits = { ...defaultLimits, max_input_tokens: 1_000, reserved_output_tokens: 100 };
  const selection = await strategy.select(input, limits);
  const { totals, items, left_out } = explainSelection(selection);
  assert.equal(totals.items, selection.chosen.length);
  assert.equal(
    totals.tokens,
    items.reduce((sum, { tokens }) => sum + tokens, 0),
  );
  assert.equal(totals.available_tokens, 900);
  assert.ok(totals.tokens <= 900);
  assert.equal(totals.messages_shown + totals.messages_left_out, input.anchor.user.ordinal);
  assert.deepEqual(left_out, selection.leftOut);
  assert.ok(items.every(({ why, excerpt }) => why !== "" && !excerpt.includes("\n")));
});

test("explanationLines() says what is in, what is out and what could not be used", async () => {
  const strategy = await loadStrategy("token_budget_recent_v1");
  const { checkpoints } = createCheckpoints([4]);
  const turns = [...createTurns(30), createTurn(31, { content: "What\u001b[31m now?" })];
  const input = createInput({ turns, checkpoints });
  const selection = await strategy.select(input, { ...defaultLimits, max_input_tokens: 80 });
  const lines = explanationLines(explainSelection(selection));
  assert.match(
    lines[0] ?? "",
    /^Selected \d+ items?, \d+ of 80 tokens, with token_budget_recent_v1: /,
  );
  assert.ok(lines.some((line) => /^ +\d+ {2}user #31: What.* now\? \(the message/.test(line)));
  assert.ok(lines.includes("Left out:"));
  assert.ok(
    lines.some((line) => /messages, seq 1 to \d+: over_budget, max_input_tokens/.test(line)),
  );
  assert.ok(lines.some((line) => line.includes("artifact_unavailable")));
  assert.ok(lines.every((line) => !line.includes("\u001b")));
});

test("explainSelection() knows no budget of a strategy that counts none", async () => {
  const strategy = await loadStrategy("recent_messages_v1");
  const selection = await strategy.select(createInput({ turns: createTurns(3) }), defaultLimits);
  const explanation = explainSelection(selection);
  assert.equal(explanation.totals.available_tokens, null);
  assert.deepEqual(explanationLines(explanation)[1], "Included:");
});
