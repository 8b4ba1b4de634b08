import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurnQueue } from "./turn-queue.ts";

test("createTurnQueue() runs one piece of work at a time, the urgent ones first", async () => {
  const queue = createTurnQueue();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = queue(async () => {
    await first.promise;
    order.push("running");
  });
  const usual = ["a", "b"].map((name) => queue(async () => void order.push(name)));
  const urgent = ["c", "d"].map((name) => queue(async () => void order.push(name), "urgent"));
  first.resolve();
  await Promise.all([running, ...usual, ...urgent]);
  assert.deepEqual(order, ["running", "c", "d", "a", "b"]);
});

test("createTurnQueue() goes on after work that failed", async () => {
  const queue = createTurnQueue();
  const failed = queue(async () => {
    throw new Error("no");
  });
  await assert.rejects(failed, /no/);
  assert.equal(await queue(async () => 7), 7);
});
