import assert from "node:assert/strict";
import { test } from "node:test";
import { countLines, volumeLevel } from "./volume.ts";

test("volumeLevel() changes at 2,500 and above 3,000 lines", () => {
  assert.deepEqual([0, 2499, 2500, 3000, 3001].map(volumeLevel), [
    "green",
    "green",
    "yellow",
    "yellow",
    "red",
  ]);
});

test("countLines() counts a last line without its end", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["\n\n", 2],
  ];
  for (const [text, lines] of cases) assert.equal(countLines(Buffer.from(text)), lines);
});
