import assert from "node:assert/strict";
import { test } from "node:test";
import { fitItems, fitLists } from "./fit.ts";

const count = (text: string) => text.length;
const describeRest = (left: number) => `- and ${left} more`;

test("fitItems() keeps what fits, never a part of an item, and says how many are left", () => {
  const items = ["- first", "- second", "- third"];
  assert.deepEqual(fitItems(items, { tokens: 25, count }, describeRest), items);
  const cut = fitItems(items, { tokens: 24, count }, describeRest);
  assert.deepEqual(cut, ["- first", "- and 2 more"]);
  assert.deepEqual(fitItems(items, { tokens: 3, count }, describeRest), ["- and 3 more"]);
  assert.deepEqual(fitItems([], { tokens: 0, count }, describeRest), []);
});

test("fitLists() leaves to long lists what short ones do not need, and never exceeds the budget", () => {
  const long = Array.from({ length: 20 }, (_, n) => `- item ${n}`);
  const lists = [
    { items: long, describeRest },
    { items: ["- one"], describeRest },
    { items: long, more: 5, weight: 2, describeRest },
  ];
  for (const tokens of [60, 120, 200, 1000]) {
    const fitted = fitLists(lists, { tokens, count });
    const used = fitted.flat().reduce((sum, line) => sum + count(`${line}\n`), 0);
    assert(used <= tokens, `${used} of ${tokens}`);
    assert.deepEqual(fitted[1], ["- one"]);
    assert.match(fitted[2]?.at(-1) ?? "", /^- and \d+ more$/);
    if (tokens < 500) assert((fitted[2]?.length ?? 0) >= (fitted[0]?.length ?? 0));
  }
  const [all, , most] = fitLists(lists, { tokens: 1000, count });
  assert.deepEqual(all, long);
  assert.equal(most?.at(-1), "- and 5 more");
});
