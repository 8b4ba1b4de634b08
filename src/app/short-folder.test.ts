import assert from "node:assert/strict";
import { test } from "node:test";
import { shortFolder } from "./short-folder.ts";

test("shortFolder() keeps the end of a path, of any system", () => {
  assert.equal(shortFolder("/srv/www/sites/tides"), "…/sites/tides");
  assert.equal(shortFolder("C:\\work\\rivers\\tides\\"), "…/rivers/tides");
  assert.equal(shortFolder("/srv/tides"), "/srv/tides");
});
