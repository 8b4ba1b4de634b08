import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDiff } from "./parse-diff.ts";

const GIT = `diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -3,2 +3,2 @@ f
 same
-old
+new
--- not a header
diff --git a/b.txt b/b.txt
deleted file mode 100644
--- a/b.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;

test("parseDiff() gives each file with its lines and their numbers", () => {
  const [first, second] = parseDiff(GIT);
  assert.equal(first?.path, "a.txt");
  assert.deepEqual([first?.added, first?.removed], [1, 2]);
  const changed = first?.lines.filter(({ kind }) => kind === "add" || kind === "remove");
  assert.deepEqual(
    changed?.map(({ text, before, after }) => [text, before, after]),
    [
      ["old", 4, null],
      ["new", null, 4],
      ["-- not a header", 5, null],
    ],
  );
  assert.deepEqual([second?.path, second?.removed], ["b.txt", 1]);
});

test("parseDiff() keeps every line of a text that is no diff", () => {
  const [only] = parseDiff("hello\nworld");
  assert.deepEqual(
    only?.lines.map(({ kind, text }) => `${kind} ${text}`),
    ["note hello", "note world"],
  );
});
