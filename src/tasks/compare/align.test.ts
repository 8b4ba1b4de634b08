import assert from "node:assert/strict";
import { test } from "node:test";
import { align, createInterner } from "./align.ts";

function numbers(text: string): Int32Array {
  const intern = createInterner();
  for (const letter of "abcdefgh") intern(letter);
  return Int32Array.from([...text].map(intern));
}

/** The length of the longest common subsequence, by the plain table. */
function longest(left: Int32Array, right: Int32Array): number {
  let row = new Int32Array(right.length + 1);
  for (const value of left) {
    const next = new Int32Array(right.length + 1);
    for (let y = 0; y < right.length; y++) {
      next[y + 1] =
        right[y] === value ? (row[y] ?? 0) + 1 : Math.max(row[y + 1] ?? 0, next[y] ?? 0);
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

function matched(left: Int32Array, right: Int32Array): number {
  const { partners, isApproximate } = align(left, right);
  let last = -1;
  let count = 0;
  for (const [x, y] of partners.entries()) {
    if (y === -1) continue;
    assert.equal(left[x], right[y]);
    assert.ok(y > last, "partners rise");
    last = y;
    count++;
  }
  assert.equal(isApproximate, false);
  return count;
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function series(length: number, letters: number, next: () => number): Int32Array {
  return Int32Array.from({ length }, () => Math.floor(next() * letters));
}

test("align() finds the longest common series of small ones", () => {
  assert.equal(matched(numbers("abcabba"), numbers("cbabac")), 4);
  assert.equal(matched(numbers(""), numbers("abc")), 0);
  assert.equal(matched(numbers("abc"), numbers("")), 0);
  assert.equal(matched(numbers("abc"), numbers("abc")), 3);
  assert.equal(matched(numbers("ab"), numbers("cd")), 0);
});

test("align() agrees with the plain table on random series of any shape", () => {
  const next = random(7);
  for (let round = 0; round < 400; round++) {
    const letters = 1 + Math.floor(next() * 6);
    const left = series(Math.floor(next() * 24), letters, next);
    const right = series(Math.floor(next() * 24), letters, next);
    assert.equal(matched(left, right), longest(left, right), `${left} against ${right}`);
  }
});

test("align() is exact for 10,000 steps against 10,000, however they differ", () => {
  const next = random(3);
  const rising = Int32Array.from({ length: 10_000 }, (_, index) => index);
  const shuffled = rising.slice().sort(() => next() - 0.5);
  const pairs = [
    [rising, shuffled],
    [series(10_000, 2, next), series(10_000, 2, next)],
    [series(10_000, 300, next), series(10_000, 300, next)],
    [series(10_000, 30, next), series(10_000, 30, next)],
    [series(10_000, 10, next), series(10_000, 10, next)],
    [rising, rising.map((value) => (value % 7 === 0 ? value + 20_000 : value))],
  ] as const;
  for (const [left, right] of pairs) {
    assert.equal(align(left, right).isApproximate, false);
  }
});

test("align() agrees with the plain table where there are too many equal pairs to look at each", () => {
  const next = random(11);
  const left = series(2_500, 2, next);
  const right = series(2_500, 2, next);
  assert.equal(matched(left, right), longest(left, right));
});

test("align() ends early when its work is used up, and says so", () => {
  const next = random(5);
  const { partners, isApproximate } = align(series(3_000, 2, next), series(3_000, 2, next), 100);
  assert.equal(isApproximate, true);
  assert.equal(partners.length, 3_000);
});
