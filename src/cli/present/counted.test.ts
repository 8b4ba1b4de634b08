import assert from "node:assert/strict";
import { test } from "node:test";
import { counted } from "./counted.ts";

test("counted() uses the singular for one thing only", () => {
  assert.deepEqual(
    [0, 1, 2].map((number) => counted(number, "stream")),
    ["0 streams", "1 stream", "2 streams"],
  );
  assert.equal(counted(2, "entry", "entries"), "2 entries");
});
