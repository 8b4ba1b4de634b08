import assert from "node:assert/strict";
import { test } from "node:test";
import { shareRuns } from "./share-run.ts";

/** Work that ends on demand, and counts its runs. */
function countedWork() {
  const ends: (() => void)[] = [];
  let runs = 0;
  const work = async () => {
    const run = ++runs;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (run === 2) throw new Error("the second fails");
    return run;
  };
  return { work, endNext: () => ends.shift()?.(), runs: () => runs };
}

test("shareRuns() answers those who ask during a run with the next one, all of them", async () => {
  const { work, endNext, runs } = countedWork();
  const ask = shareRuns(work);
  const first = ask();
  const others = [ask(), ask(), ask()];
  assert.equal(runs(), 1);
  endNext();
  assert.equal(await first, 1);
  const failed = Promise.allSettled(others);
  assert.equal(runs(), 2);
  const late = ask();
  endNext();
  assert(
    (await failed).every(({ status }) => status === "rejected"),
    "a run that fails fails for all who share it",
  );
  assert.equal(runs(), 3);
  endNext();
  assert.equal(await late, 3);
});
