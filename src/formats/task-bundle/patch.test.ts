import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesPatch, parsePatch } from "./patch.ts";

const DIFF = `diff --git a/x.txt b/x.txt
index 1..2 100644
--- a/x.txt
+++ b/x.txt
@@ -1,3 +1,3 @@
 one
-two
+zwei
 three
@@ -10 +10,2 @@ tail
 ten
+eleven
\\ No newline at end of file
`;

test("parsePatch() reads files and hunks of a unified diff", () => {
  assert.deepEqual(parsePatch(DIFF), [
    {
      before: "x.txt",
      after: "x.txt",
      hunks: [
        { before: ["one", "two", "three"], after: ["one", "zwei", "three"] },
        { before: ["ten"], after: ["ten", "eleven"] },
      ],
    },
  ]);
});

test("parsePatch() knows new and removed files, and names with times", () => {
  const created = parsePatch("--- /dev/null\n+++ b/new\t2026-01-01\n@@ -0,0 +1 @@\n+x\n");
  assert.deepEqual(created?.[0]?.before, null);
  assert.deepEqual(created?.[0]?.after, "new");
});

test("parsePatch() gives up on what lines cannot show", () => {
  const odd = [
    "",
    "GIT binary patch\n",
    "Binary files a/x and b/x differ\n",
    "rename from a\nrename to b\n",
    '--- "a/\\303"\n+++ b/x\n',
    "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n",
    "--- a/x\n+++ b/x\n@@ -1 +1 @@\n?one\n",
    "@@ -1 +1 @@\n-a\n+b\n",
  ];
  for (const text of odd) assert.equal(parsePatch(text), null, text);
});

test("matchesPatch() tells the text before from the text after", () => {
  const patch = parsePatch(DIFF)?.[0];
  assert.ok(patch);
  const before = "zero\none\ntwo\nthree\nfour\nten\n";
  const after = "zero\none\nzwei\nthree\nfour\nten\neleven";
  assert.equal(matchesPatch(patch, "before", before), true);
  assert.equal(matchesPatch(patch, "after", before), false);
  assert.equal(matchesPatch(patch, "after", after), true);
  assert.equal(matchesPatch(patch, "before", after), false);
  assert.equal(matchesPatch(patch, "before", null), false);
});

test("matchesPatch() wants a created file to be absent before", () => {
  const patch = parsePatch("--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n")?.[0];
  assert.ok(patch);
  assert.equal(matchesPatch(patch, "before", null), true);
  assert.equal(matchesPatch(patch, "before", "x\n"), false);
  assert.equal(matchesPatch(patch, "after", "x\n"), true);
});
