import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_SEARCHED, objectsIn } from "./objects-in.ts";

test("objectsIn() gives what stands side by side, and nothing from within", () => {
  const text = 'first {"a": {"b": 1}}, then {no} {"c": "}"} and {"d":';
  assert.deepEqual([...objectsIn(text)], [{ a: { b: 1 } }, { c: "}" }]);
});

test("objectsIn() looks no further than its bound", () => {
  const at = (place: number) => [...objectsIn(`${" ".repeat(place)}{}`)];
  assert.deepEqual([at(MAX_SEARCHED - 2), at(MAX_SEARCHED - 1)], [[{}], []]);
});

test("objectsIn() takes __proto__ for a key", () => {
  const [object] = objectsIn('{"__proto__": {"polluted": 1}}');
  assert.deepEqual(Object.keys(object ?? {}), ["__proto__"]);
});
