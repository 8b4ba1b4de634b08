import assert from "node:assert/strict";
import { test } from "node:test";
import { findItems } from "./find-items.ts";

test("findItems() wants every word, in any case, and puts what begins with them first", () => {
  const item = (kind: string, text: string) => ({ kind, text, href: "/" });
  const items = [
    item("claude", "Fix the gate of the pier"),
    item("Screen", "Gate"),
    item("codex", "Tides"),
  ];
  const texts = (typed: string) => findItems(items, typed).map(({ text }) => text);
  assert.deepEqual(texts("GATE"), ["Gate", "Fix the gate of the pier"]);
  assert.deepEqual(texts("pier claude"), ["Fix the gate of the pier"]);
  assert.equal(texts("").length, 3);
});
