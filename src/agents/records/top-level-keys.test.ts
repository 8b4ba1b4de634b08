import assert from "node:assert/strict";
import { test } from "node:test";
import { topLevelKeys } from "./top-level-keys.ts";

test("topLevelKeys() gives the keys of the outermost object only", () => {
  const text =
    '{"info":{"id":"a","x":["b"]}, "title" : "say \\"hi\\"", "messages":[{"sessionId":"c"}]}';
  assert.deepEqual(
    [...topLevelKeys(text)],
    [
      ["info", null],
      ["title", 'say "hi"'],
      ["messages", null],
    ],
  );
});

test("topLevelKeys() gives what stands before the place where a text is cut off", () => {
  assert.deepEqual(
    [...topLevelKeys('\uFEFF{"sessionId":"s1","messages":[{"text":"abc')],
    [
      ["sessionId", "s1"],
      ["messages", null],
    ],
  );
  assert.equal(topLevelKeys("[1, 2").size, 0);
});
