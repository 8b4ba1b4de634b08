import assert from "node:assert/strict";
import { test } from "node:test";
import { yieldInTurn } from "./yield-to-event-loop.ts";

test("of several that yield in turn, one goes on in each round of the event loop", async () => {
  let round = 0;
  let isCounting = true;
  const count = () => {
    round++;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const rounds = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await yieldInTurn();
      return round;
    }),
  );
  isCounting = false;
  assert.equal(new Set(rounds).size, 5, String(rounds));
});
