import assert from "node:assert/strict";
import { test } from "node:test";
import { relativeTo } from "./relative-paths.ts";

const relative = relativeTo("/home/rosa/tides/");

test("relativeTo() shortens paths below the folder wherever a path begins", () => {
  assert.equal(relative("/home/rosa/tides/src/a.ts"), "src/a.ts");
  assert.equal(
    relative('Changed `/home/rosa/tides/src/a.ts` and "/home/rosa/tides/b c.md".'),
    'Changed `src/a.ts` and "b c.md".',
  );
});

test("relativeTo() leaves other paths and the folder itself alone", () => {
  for (const text of [
    "/home/rosa/tides-old/a.ts",
    "/mnt/home/rosa/tides/a.ts",
    "file:///home/rosa/tides/a.ts",
    "It works in /home/rosa/tides/ now.",
    "The folder is /home/rosa/tides.",
  ]) {
    assert.equal(relative(text), text);
  }
});

test("relativeTo() leaves out the step into the folder before a command", () => {
  assert.equal(relative("cd /home/rosa/tides && npm test"), "npm test");
  assert.equal(relative("cd /home/rosa/tides/web && npm test"), "cd web && npm test");
});

test("relativeTo() knows folders of Windows, and changes nothing without a folder", () => {
  assert.equal(relativeTo("C:\\tides")("C:\\tides\\src\\a.ts"), "src\\a.ts");
  assert.equal(relativeTo(null)("/home/rosa/a.ts"), "/home/rosa/a.ts");
  assert.equal(relativeTo("/")("/home/rosa/a.ts"), "/home/rosa/a.ts");
});

test("relativeTo() takes time in proportion to the text", () => {
  const text = "/home/rosa/tides/a.ts ".repeat(100_000);
  assert.equal(relative(text), "a.ts ".repeat(100_000));
});
