import assert from "node:assert/strict";
import { test } from "node:test";
import { batchesOf, expand, fromBatches } from "./batches.ts";

const numbers = () =>
  fromBatches(async function* () {
    yield [1, 2, 3];
    yield [4];
  });

async function* oneByOne() {
  yield* [1, 2];
}

test("fromBatches() gives the same values one by one and as they come", async () => {
  assert.deepEqual(await Array.fromAsync(numbers()), [1, 2, 3, 4]);
  assert.deepEqual(await Array.fromAsync(batchesOf(numbers())), [[1, 2, 3], [4]]);
});

test("batchesOf() gives the values of any other sequence each by itself", async () => {
  assert.deepEqual(await Array.fromAsync(batchesOf(oneByOne())), [[1], [2]]);
});

test("expand() replaces a value by any number of others, keeps batches and leaves out empty ones", async () => {
  const even = expand<number, string>(
    numbers(),
    (value, add) => {
      if (value === 2) for (const text of ["2", "two"]) add(text);
    },
    (add) => add("end"),
  );
  assert.deepEqual(await Array.fromAsync(even.batches()), [["2", "two"], ["end"]]);
});

test("fromBatches() lets its source end when nobody wants more", async () => {
  let isClosed = false;
  const source = fromBatches(async function* () {
    try {
      yield [1, 2];
      yield [3];
    } finally {
      isClosed = true;
    }
  });
  for await (const value of expand<number, number>(source, (each, add) => add(each))) {
    assert.equal(value, 1);
    break;
  }
  assert(isClosed);
});
