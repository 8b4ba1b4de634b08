import assert from "node:assert/strict";
import { test } from "node:test";
import { doubtAbout, namesIn } from "./evidence.ts";

const item = {
  number: 1,
  item_id: "i1",
  by: "user",
  text: "We settled on SQLite for\n  the index of src/store.ts, because maxRetries is 3.",
} as const;
const claim = {
  text: "The index of src/store.ts is kept in SQLite",
  quote: "settled on SQLite for the index",
  binds: true,
};

test("doubtAbout() finds none where the item holds quote, names and words", () => {
  assert.equal(doubtAbout(claim, item), null);
});

test("doubtAbout() looks past line breaks, case and the marks of frames", () => {
  const quote = "SETTLED on SQL\u200bite   for the index";
  assert.equal(doubtAbout({ ...claim, quote }, item), null);
});

for (const [why, change, doubt] of [
  ["a quote that is not there", { quote: "settled on Postgres" }, "quote_not_there"],
  ["a quote of almost nothing", { quote: "on S" }, "quote_not_there"],
  ["a path of its own", { text: "The index of src/cache.ts is in SQLite" }, "name_not_there"],
  ["a number of its own", { text: "SQLite holds the index of 40 files" }, "name_not_there"],
  [
    "a name in code of its own",
    { text: "SQLite needs minRetries for the index" },
    "name_not_there",
  ],
  ["other words", { text: "Deploy on Fridays without asking anybody" }, "words_not_there"],
] as const) {
  test(`doubtAbout() doubts ${why}`, () => {
    assert.equal(doubtAbout({ ...claim, ...change }, item), doubt);
  });
}

test("doubtAbout() lets a tool state facts and decide nothing", () => {
  const byTool = { ...item, by: "tool" } as const;
  assert.equal(doubtAbout(claim, byTool), "said_by_a_tool");
  assert.equal(doubtAbout({ ...claim, binds: false }, byTool), null);
});

test("namesIn() finds what is spelled in one way only, without the end of a sentence", () => {
  assert.deepEqual(namesIn("Set maxRetries to 3 in src/store.ts."), [
    "maxretries",
    "3",
    "src/store.ts",
  ]);
});
