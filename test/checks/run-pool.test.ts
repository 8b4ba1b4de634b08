import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { createIdleMeter } from "../../scripts/idle-time.ts";
import { runPool } from "../../scripts/run-pool.ts";

/** Items of which each runs until it is ended, and how many ran at once. */
function createWork() {
  const ends = new Map<number, () => void>();
  const seen = { most: 0, order: [] as number[] };
  const run = async (item: number) => {
    seen.order.push(item);
    await new Promise<void>((resolve) => {
      ends.set(item, resolve);
      seen.most = Math.max(seen.most, ends.size);
    });
    ends.delete(item);
  };
  /** Ends all that run, until nothing does any more. */
  const endAll = async () => {
    while (ends.size > 0) {
      for (const end of ends.values()) end();
      await turn();
    }
  };
  return { seen, run, ends, endAll };
}

const items = [1, 2, 3, 4, 5, 6, 7];

test("runPool() runs every item once, in order, and never more than its width at once", async () => {
  const { seen, run, endAll } = createWork();
  const pool = runPool(items, 3, run);
  await endAll();
  await pool;
  assert.deepEqual([seen.order, seen.most], [items, 3]);
});

test("runPool() begins more while the machine is idle, but not more than are spare", async () => {
  const { seen, run, ends, endAll } = createWork();
  const pool = runPool(items, 2, run, { most: 2, isIdle: () => true, everyMs: 1 });
  while (ends.size < 4) await wait(1);
  await wait(20); // In which two further ones could begin.
  assert.deepEqual(seen.order, [1, 2, 3, 4]);
  await endAll();
  await pool;
  assert.deepEqual([seen.order, seen.most], [items, 4]);
});

test("runPool() begins no more on a busy machine, and fails by an item that was begun in spare time", async () => {
  const { seen, run, endAll } = createWork();
  let asked = 0;
  const isIdle = () => {
    asked++;
    return false;
  };
  const pool = runPool(items, 2, run, { most: 2, isIdle, everyMs: 1 });
  while (asked < 5) await wait(1);
  assert.equal(seen.most, 2);
  await endAll();
  await pool;

  const spare = { most: 1, isIdle: () => true, everyMs: 1 };
  let failed = false;
  const fail = async (item: number) => {
    if (item === 1) while (!failed) await wait(1);
    if (item !== 2) return;
    failed = true;
    throw new Error("by an item");
  };
  await assert.rejects(runPool([1, 2, 3], 1, fail, spare), /by an item/);
});

test("createIdleMeter() gives the share of idle time between two calls", () => {
  const processor = (user: number, idle: number) => ({
    model: "",
    speed: 0,
    times: { user, nice: 0, sys: 0, idle, irq: 0 },
  });
  const readings = [
    [processor(100, 100), processor(100, 100)],
    [processor(190, 110), processor(160, 140)],
    [processor(190, 110), processor(160, 140)],
  ];
  const share = createIdleMeter(() => readings.shift() ?? []);
  assert.equal(share(), 0.25);
  assert.equal(share(), 0, "no time has passed");
});
