import assert from "node:assert/strict";
import test from "node:test";
import { createTags } from "./entity-tags.ts";

test("createTags() gives equal answers equal tags, and another answer another one", () => {
  const tagOf = createTags();
  const first = tagOf("/a", "one");
  assert.match(first, /^"[\w-]{27}"$/);
  assert.equal(tagOf("/a", "one"), first);
  assert.equal(tagOf("/b", "one"), first);
  assert.notEqual(tagOf("/a", "two"), first);
  assert.equal(tagOf("/a", "one"), first);
});

test("createTags() gives the same tags after it has forgotten", () => {
  const tagOf = createTags();
  const first = tagOf("/0", "text 0");
  for (let at = 0; at < 200; at++) tagOf(`/${at}`, `text ${at}`);
  assert.equal(tagOf("/0", "text 0"), first);
  const long = "x".repeat(100_000);
  assert.equal(tagOf("/long", long), tagOf("/long", long));
});
