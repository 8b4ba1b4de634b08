import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { changedSince } from "./changed-since.ts";

const MOMENT = "2026-01-31T08:00:00.000Z";

test("changedSince() names only files that are there and were written to afterwards", async () => {
  const folder = makeScratch();
  const write = (name: string, at: string) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, name);
    fs.utimesSync(file, new Date(at), new Date(at));
    return file;
  };
  const earlier = write("earlier.ts", "2026-01-31T07:59:59Z");
  const later = write("later.ts", "2026-01-31T08:00:01Z");
  const gone = path.join(folder, "gone.ts");
  fs.mkdirSync(path.join(folder, "folder"));
  const files = [earlier, later, gone, "later.ts", "gone.ts", path.join(folder, "folder")];
  assert.deepEqual(await changedSince(files, MOMENT, folder), [later, "later.ts"]);
  assert.deepEqual(await changedSince(files, MOMENT, null), [later]);
  assert.deepEqual(await changedSince(files, null, folder), []);
});
