import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { contentStamp } from "./content-stamp.ts";

test("contentStamp() differs when a file was replaced by one of the same size and time", async () => {
  const folder = makeScratch();
  const file = path.join(folder, "inner/a.txt");
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, "before");
  const { atime, mtime } = fs.statSync(file);
  const before = await contentStamp(folder);
  assert.equal(await contentStamp(folder), before);
  fs.writeFileSync(file, "after!");
  fs.utimesSync(file, atime, mtime);
  assert.notEqual(await contentStamp(folder), before);
});

test("contentStamp() is null where nothing is", async () => {
  assert.equal(await contentStamp(path.join(makeScratch(), "missing")), null);
});
