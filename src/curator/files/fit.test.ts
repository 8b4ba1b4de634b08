import assert from "node:assert/strict";
import { test } from "node:test";
import { fitItems } from "./fit.ts";

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
