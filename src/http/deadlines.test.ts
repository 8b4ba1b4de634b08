import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createDeadlines } from "./deadlines.ts";

test("createDeadlines() ends the work whose time is over, once, and not the work that has ended", async () => {
  const ended: string[] = [];
  const limitTime = createDeadlines(50);
  limitTime(() => ended.push("slow"));
  const finished = limitTime(() => ended.push("quick"));
  finished();
  await wait(20);
  assert.deepEqual(ended, []);
  await wait(200);
  assert.deepEqual(ended, ["slow"]);
});
