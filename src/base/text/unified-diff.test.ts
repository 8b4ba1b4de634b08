import assert from "node:assert/strict";
import { test } from "node:test";
import { crossPatch, matchesPatch, parsePatch } from "./unified-diff.ts";

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
      beforeMode: null,
      afterMode: null,
      hunks: [
        {
          before: ["one\n", "two\n", "three\n"],
          after: ["one\n", "zwei\n", "three\n"],
          beforeStart: 1,
          afterStart: 1,
        },
        { before: ["ten\n"], after: ["ten\n", "eleven"], beforeStart: 10, afterStart: 10 },
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
    '--- "a/\\z"\n+++ b/x\n',
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

test("parsePatch() reads quoted names, modes and files without lines", () => {
  const text = `diff --git a/empty b/empty
new file mode 100755
index 0000000..e69de29
diff --git "a/h\\303\\266he \\"x\\"" "b/h\\303\\266he \\"x\\""
deleted file mode 100644
--- "a/h\\303\\266he \\"x\\""
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/run b/run
old mode 100644
new mode 100755
`;
  const [empty, quoted, run] = parsePatch(text) ?? [];
  assert.deepEqual([empty?.before, empty?.after, empty?.afterMode], [null, "empty", "100755"]);
  assert.deepEqual([quoted?.before, quoted?.after], ['höhe "x"', null]);
  assert.deepEqual([run?.beforeMode, run?.afterMode, run?.hunks], ["100644", "100755", []]);
});

test("crossPatch() gives the exact text of the other side, in both directions", () => {
  const patch = parsePatch(DIFF)?.[0];
  assert.ok(patch);
  const before = "zero\none\ntwo\nthree\nfour\nten\n";
  const after = "zero\none\nzwei\nthree\nfour\nten\neleven";
  assert.equal(crossPatch(patch, "before", before), after);
  assert.equal(crossPatch(patch, "after", after), before);
  assert.equal(crossPatch(patch, "after", before), undefined);
});

test("crossPatch() takes the stated line where the same lines come several times", () => {
  const patch = parsePatch("--- a/x\n+++ b/x\n@@ -3 +3 @@\n-a\n+b\n")?.[0];
  assert.ok(patch);
  assert.equal(crossPatch(patch, "before", "a\na\na\n"), "a\na\nb\n");
});

test("crossPatch() creates and removes files, and keeps a file with other lines", () => {
  const created = parsePatch("--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n")?.[0];
  assert.ok(created);
  assert.equal(crossPatch(created, "before", null), "x\n");
  assert.equal(crossPatch(created, "after", "x\n"), null);
  assert.equal(crossPatch(created, "after", "x\nmore\n"), undefined);
});
