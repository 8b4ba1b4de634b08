import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createDeadlines } from "./deadlines.ts";

const LIMIT_MS = 50;

test("createDeadlines() ends the work whose time is over, once, and not the work that has ended", async () => {
  const ended: string[] = [];
  const start = performance.now();
  let endedAt = 0;
  const limitTime = createDeadlines(LIMIT_MS);
  const slowEnded = new Promise<void>((resolve) => {
    limitTime(() => {
      ended.push("slow");
      endedAt = performance.now();
      resolve();
    });
  });
  const finished = limitTime(() => ended.push("quick"));
  finished();
  // Its own timer keeps no process alive, so that something else must.
  await Promise.all([slowEnded, wait(4 * LIMIT_MS)]);
  assert.deepEqual(ended, ["slow"]);
  assert.ok(endedAt - start >= LIMIT_MS, "not before its time");
});
