import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseExcerpts } from "./choose-excerpts.ts";

const candidate = (text: string, isTurn = true) => ({
  isTurn,
  excerptOf: (maxLength: number) => ({
    text: text.slice(0, maxLength),
    isComplete: text.length <= maxLength,
  }),
});

const contentsOf = (ranked: readonly ReturnType<typeof candidate>[], limit: number) =>
  chooseExcerpts(ranked, limit, 600).map(({ content }) => content);

test("turns that repeat a better one leave room for others; what was stored stays", () => {
  const list = "Tasks: fire the kiln, mix clay, order glaze";
  const ranked = [
    candidate(list),
    candidate(`${list} today`),
    candidate(list, false),
    candidate("Backups go to Backblaze at night"),
    candidate("The green glaze is sold out"),
  ];
  const others = ["Backups go to Backblaze at night", "The green glaze is sold out"];
  assert.deepEqual(contentsOf(ranked, 3), [list, list, others[0]]);
  assert.deepEqual(contentsOf(ranked, 9), [list, list, ...others]);
});

test("the first five may be long, further ones half as long", () => {
  const trees = ["amber", "birch", "cedar", "dune", "elm", "fern", "grove"];
  const ranked = trees.map((tree) => candidate(`${tree} `.repeat(200)));
  const lengths = contentsOf(ranked, 7).map((content) => content.length);
  assert.deepEqual(lengths, [600, 600, 600, 600, 600, 300, 300]);
});
