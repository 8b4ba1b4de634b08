import assert from "node:assert/strict";
import { test } from "node:test";
import { distinctPrefixes } from "./distinct-prefixes.ts";

test("distinctPrefixes() takes as many characters as distinguish ids, and an id that begins another one completely", () => {
  const ids = ["019d3c2a-1111", "019d3c2a-1177", "ab", "019d3c2a-1111", "f0", "f01"];
  assert.deepEqual(
    [...distinctPrefixes(ids, 4)],
    [
      ["019d3c2a-1111", "019d3c2a-111"],
      ["019d3c2a-1177", "019d3c2a-117"],
      ["ab", "ab"],
      ["f0", "f0"],
      ["f01", "f01"],
    ],
  );
});
