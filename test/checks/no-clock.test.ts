import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");
/** An assertion that compares a moment with another: on a busy machine it fails, whatever the program does. */
const TIMED =
  /\bassert\b.*\b(?:performance\.now|Date\.now)\(\) *-.*<|<.*(?:performance|Date)\.now\(\) *-/;

test("no test asserts how long something took", () => {
  const files = ["src", "test"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => path.join(folder, file)),
  );
  assert(files.length > 300);
  const timed = files.filter((file) =>
    fs
      .readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .some((line) => TIMED.test(line)),
  );
  assert.deepEqual(timed, []);
});
