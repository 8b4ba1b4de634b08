import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { createFingerprints } from "./fingerprints.ts";
import { createNameGuard } from "./name-guard.ts";

function verdicts(...paths: readonly string[]): boolean[] {
  const guard = createNameGuard();
  return paths.map((path) => {
    const isFolder = path.endsWith("/");
    return guard.claim(isFolder ? path.slice(0, -1) : path, isFolder ? "folder" : "file") === null;
  });
}

test("createNameGuard() refuses the same path twice, also in another case or Unicode form", () => {
  assert.deepEqual(verdicts("a", "a"), [true, false]);
  assert.deepEqual(verdicts("a/Read.md", "a/read.MD"), [true, false]);
  assert.deepEqual(verdicts("caf\u00e9", "cafe\u0301"), [true, false]);
  assert.deepEqual(verdicts("a/", "a/"), [true, false]);
});

test("createNameGuard() refuses folders that differ only in case", () => {
  assert.deepEqual(verdicts("src/a", "Src/b"), [true, false]);
  assert.deepEqual(verdicts("src/", "SRC/"), [true, false]);
});

test("createNameGuard() refuses a file below a file and a folder in a file's place", () => {
  assert.deepEqual(verdicts("a", "a/b"), [true, false]);
  assert.deepEqual(verdicts("a/b", "a"), [true, false]);
  assert.deepEqual(verdicts("a", "a/"), [true, false]);
});

test("createNameGuard() lets a folder be named once before or after what lies below it", () => {
  assert.deepEqual(verdicts("a/", "a/b", "a/c/d", "a/c/", "b"), [true, true, true, true, true]);
});

test("createNameGuard() refuses names that leave, and takes names that only look odd", () => {
  const bad = ["", "/a", "C:x", "a/../b", "..", "a\\b", "a\0b", "a//b", "./a", "a/."];
  for (const path of bad) assert.deepEqual(verdicts(path), [false], JSON.stringify(path));
  const odd = ["..a", "-rf", "at:b:c", "new\nline", "…", " ", "n".repeat(255)];
  for (const path of odd) assert.deepEqual(verdicts(path), [true], JSON.stringify(path));
});

test("createNameGuard() calls a path that is too long or too deep a matter of limits", () => {
  const long = `${"d".repeat(200)}/`.repeat(21);
  for (const path of [`${long}f`, "n".repeat(256), "é".repeat(128), `${"d/".repeat(255)}f`]) {
    assert.equal(createNameGuard().claim(path, "file")?.kind, "limit");
  }
});

test("createNameGuard() counts folders, the implied ones included", () => {
  const guard = createNameGuard();
  guard.claim("a/b/c/file", "file");
  guard.claim("a/b/other", "file");
  guard.claim("z", "folder");
  assert.equal(guard.folders(), 4);
});

test("createFingerprints() agrees with a set of the texts themselves", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (texts) => {
      const prints = createFingerprints();
      const set = new Set<string>();
      for (const text of texts) {
        assert.equal(prints.has(text), set.has(text));
        assert.equal(prints.add(text), !set.has(text));
        set.add(text);
      }
    }),
  );
});

test("createFingerprints() keeps every text while it grows", () => {
  const prints = createFingerprints();
  for (let index = 0; index < 20_000; index++) prints.add(`text ${index}`);
  for (let index = 0; index < 20_000; index++) assert.ok(prints.has(`text ${index}`));
  assert.ok(!prints.has("text 20000"));
});
