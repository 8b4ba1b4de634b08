import assert from "node:assert/strict";
import { test } from "node:test";
import { shortFolder } from "./short-folder.ts";

test("shortFolder() keeps the end of a path, of any system", () => {
  assert.equal(shortFolder("/home/rosa/work/tides"), "…/work/tides");
  assert.equal(shortFolder("C:\\Users\\rosa\\tides\\"), "…/rosa/tides");
  assert.equal(shortFolder("/srv/tides"), "/srv/tides");
});
