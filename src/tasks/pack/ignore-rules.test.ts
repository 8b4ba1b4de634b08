import assert from "node:assert/strict";
import { test } from "node:test";
import { createIgnoreRules, defaultExcludes, parseIgnoreFile } from "./ignore-rules.ts";

test("createIgnoreRules() matches as a .gitignore does", () => {
  const { isExcluded } = createIgnoreRules([
    "*.log",
    "build/",
    "/top.txt",
    "docs/**/draft-?.md",
    "!keep.log",
  ]);
  const cases: [string, boolean, boolean][] = [
    ["a.log", false, true],
    ["deep/a.log", false, true],
    ["deep/keep.log", false, false],
    ["build", true, true],
    ["build", false, false],
    ["x/build", true, true],
    ["top.txt", false, true],
    ["x/top.txt", false, false],
    ["docs/a/b/draft-1.md", false, true],
    ["docs/draft-1.md", false, true],
    ["docs/draft-12.md", false, false],
  ];
  for (const [path, isFolder, expected] of cases) {
    assert.equal(isExcluded(path, isFolder), expected, path);
  }
});

test("createIgnoreRules() lets an inclusion win over the defaults", () => {
  const rules = createIgnoreRules(defaultExcludes, [".git", "vendor/node_modules/own"]);
  assert.equal(rules.isExcluded(".git", true), false);
  assert.equal(rules.isExcluded(".git/config", false), false);
  assert.equal(rules.isExcluded("node_modules", true), true);
  assert.equal(rules.isExcluded("vendor/node_modules", true), true);
  assert.equal(rules.mayInclude("vendor/node_modules"), true);
  assert.equal(rules.isExcluded("vendor/node_modules/own/x.js", false), false);
});

test("createIgnoreRules() answers the same whatever was asked before", () => {
  const { isExcluded } = createIgnoreRules(["*", "!src", "!*.ts", "src/gen/"]);
  const cases: [string, boolean, boolean][] = [
    ["a.ts", false, false],
    ["src/gen/a.ts", false, true],
    ["b.ts", false, false],
    ["notes", true, true],
    ["notes/a.ts", false, true],
    ["src/a.ts", false, false],
    ["c.md", false, true],
  ];
  for (const [path, isFolder, expected] of [...cases, ...cases.toReversed()]) {
    assert.equal(isExcluded(path, isFolder), expected, path);
  }
});

// A matcher that backtracks would not come to an end here.
test("createIgnoreRules() comes to an end with a hostile pattern", () => {
  const { isExcluded } = createIgnoreRules([`${"*a".repeat(2000)}b`, `${"**/a/".repeat(200)}b`]);
  assert.equal(isExcluded("a".repeat(4000), false), false);
  assert.equal(isExcluded("a/".repeat(2000).slice(0, -1), false), false);
});

test("parseIgnoreFile() skips comments and blank lines", () => {
  assert.deepEqual(parseIgnoreFile("\ufeff# note\n\n *.log \r\nbuild/\n"), ["*.log", "build/"]);
});
