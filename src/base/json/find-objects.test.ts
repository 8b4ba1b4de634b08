import assert from "node:assert/strict";
import { test } from "node:test";
import { findObjects, MAX_SEARCHED } from "./find-objects.ts";

test("findObjects() gives what stands side by side, and nothing from within", () => {
  const text = 'first {"a": {"b": 1}}, then {no} {"c": "}"} and {"d":';
  assert.deepEqual([...findObjects(text)], [{ a: { b: 1 } }, { c: "}" }]);
});

test("findObjects() looks no further than its bound", () => {
  const at = (place: number) => [...findObjects(`${" ".repeat(place)}{}`)];
  assert.deepEqual([at(MAX_SEARCHED - 2), at(MAX_SEARCHED - 1)], [[{}], []]);
});

test("findObjects() takes __proto__ for a key", () => {
  const [object] = findObjects('{"__proto__": {"polluted": 1}}');
  assert.deepEqual(Object.keys(object ?? {}), ["__proto__"]);
});
