import assert from "node:assert/strict";
import { test } from "node:test";
import { exceededLimits } from "../../scripts/types/limits.ts";

const LINES = 260_000;

/** What the compiler prints, with some numbers. */
function diagnostics({ types = 1, instantiations = 1, kilobytes = 1 }): string {
  return [
    "Files:                   3459",
    `Types:                 ${types}`,
    `Instantiations:       ${instantiations}`,
    `Memory used:          ${kilobytes}K`,
    "Total time:           18.648s",
    "",
  ].join("\n");
}

test("exceededLimits() names each number that is too high, and says where to look", () => {
  const costly = { types: 1_500_000, instantiations: 5_400_000, kilobytes: 2_700_000 };
  const lines = exceededLimits(diagnostics(costly), LINES);
  assert.deepEqual(
    lines.map((line) => /: (.*?) is (\d+), at most \d+; find the place/.exec(line)?.slice(1)),
    [
      ["Types", "1500000"],
      ["Instantiations", "5400000"],
      ["Memory used", "2700000"],
    ],
  );
});

test("exceededLimits() is empty when the types cost little", () => {
  assert.deepEqual(exceededLimits(diagnostics({}), LINES), []);
});

test("exceededLimits() refuses a compiler that prints other numbers", () => {
  assert.equal(exceededLimits("Total time: 18.648s\n", LINES).length, 3);
});

test("exceededLimits() allows more for more lines, but memory only up to what a small machine has", () => {
  const twice = diagnostics({ types: 600_000, kilobytes: 1_300_000 });
  const names = exceededLimits(twice, 2 * LINES).map((line) => /: (.*?) is/.exec(line)?.[1]);
  assert.deepEqual(names, ["Memory used"]);
});
