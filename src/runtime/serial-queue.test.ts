import assert from "node:assert/strict";
import { test } from "node:test";
import { createSerialQueue } from "./serial-queue.ts";

test("createSerialQueue() runs one piece of work at a time, the urgent ones first", async () => {
  const queue = createSerialQueue();
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

test("createSerialQueue() goes on after work that failed", async () => {
  const queue = createSerialQueue();
  const failed = queue(async () => {
    throw new Error("no");
  });
  await assert.rejects(failed, /no/);
  assert.equal(await queue(async () => 7), 7);
});
