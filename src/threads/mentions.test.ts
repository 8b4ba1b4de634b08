import assert from "node:assert/strict";
import { test } from "node:test";
import { mentionsIn } from "./mentions.ts";

const id = "a".repeat(64);

test("mentionsIn() finds paths in back-ticks and behind an @, each once and in order", () => {
  const { paths } = mentionsIn("See `b/c d.md` and @src/a.ts, then (@./b/c.ts) and `src//a.ts`.");
  assert.deepEqual(paths, ["b/c d.md", "src/a.ts", "b/c.ts"]);
});

test("mentionsIn() leaves the end of a sentence out of a path", () => {
  assert.deepEqual(mentionsIn("Look at @a.ts. Or @b.ts? Or @c.ts: this").paths, [
    "a.ts",
    "b.ts",
    "c.ts",
  ]);
});

test("mentionsIn() takes no path that leaves the folder and no address", () => {
  const wrong = [
    "../x",
    "a/../../x",
    "/etc/passwd",
    "~/x",
    "C:x",
    "https://x.org",
    "a\\b",
    ".",
    "",
  ];
  for (const path of wrong) assert.deepEqual(mentionsIn(`\`${path}\` @${path}`).paths, [], path);
  assert.deepEqual(mentionsIn("mail me@example.org").paths, []);
  assert.deepEqual(mentionsIn("`a\u0000b`").paths, []);
});

test("mentionsIn() tells artifacts by their ids", () => {
  assert.deepEqual(mentionsIn(`\`${id}\` @${id} \`${id}0\``).artifacts, [id]);
});

test("mentionsIn() stops at a hundred", () => {
  const many = Array.from({ length: 500 }, (_, n) => `@f${n}`).join(" ");
  assert.equal(mentionsIn(many).paths.length, 100);
});
