import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMap } from "./input.ts";

test("parseMap() takes paths without a separator at their end", () => {
  assert.deepEqual(parseMap("/home/rosa/=/srv/"), ["/home/rosa", "/srv"]);
  assert.deepEqual(parseMap("C:\\Users\\=D:\\"), ["C:\\Users", "D:"]);
});

test("parseMap() takes the root as what a path becomes, and refuses to replace it", () => {
  assert.deepEqual(parseMap("/home/rosa=/"), ["/home/rosa", ""]);
  for (const text of ["/=/srv", "//=/srv", "=/srv", "/home/rosa=", "/home/rosa"]) {
    assert.throws(() => parseMap(text), { code: "E_USAGE" });
  }
});
