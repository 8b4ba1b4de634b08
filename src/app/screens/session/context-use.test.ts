import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../../web/page.ts";
import { contextUse } from "./context-use.ts";

function row(number: number, used?: Row["used"], group?: number): Row {
  const known = { number, kind: "message", at: null, text: "", sender: "assistant" };
  // Other fields do not matter here.
  return { ...known, ...(used && { used }), ...(group !== undefined && { group }) } as Row;
}

test("contextUse() has each request with its context and the cost until then, without sub-agents", () => {
  const rows = [
    row(1),
    row(2, { input: 100, output: 5, usd: 0.5 }),
    row(3, { input: 900, output: 5, usd: 1 }, 0),
    row(4, { input: 300, output: 5, usd: 0.25 }),
  ];
  assert.deepEqual(contextUse(rows), [
    { number: 2, input: 100, usd: 0.5 },
    { number: 4, input: 300, usd: 0.75 },
  ]);
});

test("contextUse() guesses no cost after a price that is not known", () => {
  const rows = [
    row(1, { input: 10, output: 1, usd: 1 }),
    row(2, { input: 20, output: 1, usd: null }),
    row(3, { input: 30, output: 1, usd: 1 }),
  ];
  assert.deepEqual(
    contextUse(rows).map(({ usd }) => usd),
    [1, null, null],
  );
});

test("contextUse() keeps the fullest context where many requests share a bar", () => {
  const rows = Array.from({ length: 1000 }, (_, at) =>
    row(at + 1, { input: at === 500 ? 5000 : 100, output: 1, usd: 0 }),
  );
  const bars = contextUse(rows);
  assert.ok(bars.length <= 240);
  assert.equal(Math.max(...bars.map(({ input }) => input)), 5000);
  assert.equal(bars.find(({ input }) => input === 5000)?.number, 501);
});
