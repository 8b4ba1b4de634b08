import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { durability, memoryType } from "./classify-note.ts";
import { noteStatements } from "./note-statements.ts";

const contents = (text: string) => noteStatements(text).map(({ content }) => content);

test("noteFacts() takes list items and paragraphs apart, under their headings", () => {
  const text =
    "---\nname: x\n---\n# Build ##\nOne line\nand its end.\n- first\n  goes on\n* [x] second\n2) third\n\n§ Style\nlast";
  assert.deepEqual(noteStatements(text), [
    { section: "Build", line: 5, content: "One line and its end." },
    { section: "Build", line: 7, content: "first goes on" },
    { section: "Build", line: 9, content: "second" },
    { section: "Build", line: 10, content: "third" },
    { section: "Style", line: 13, content: "last" },
  ]);
});

test("noteFacts() splits long paragraphs at sentences, never inside a version", () => {
  const sentence = `The service runs v1.2.3 of the ${"very ".repeat(30)}small parser.`;
  assert.deepEqual(contents(`${sentence} ${sentence}`), [sentence, sentence]);
  assert.deepEqual(contents("Short. Both stay."), ["Short. Both stay."]);
});

test("noteFacts() keeps a block of code as one, and lines of Windows", () => {
  assert.deepEqual(
    contents("run\r\n```sh\r\nmake all\r\n\r\n# not a heading\r\n```\r\nthen rest\r\n"),
    ["run", "```sh\nmake all\n\n# not a heading\n```", "then rest"],
  );
});

test("noteFacts() loses no word of any page", () => {
  const line = fc.constantFrom(
    "# head",
    "- item one",
    "word two",
    "  more",
    "",
    "```",
    "§",
    "1. n",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const joined = contents(lines.join("\n")).join(" ");
      for (const term of ["one", "two", "more"]) {
        const count = (text: string) => text.split(term).length;
        assert.ok(count(joined) >= count(lines.filter((each) => !each.startsWith("#")).join(" ")));
      }
    }),
  );
});

test("durableScore() is nothing for scraps, all for rules, less for short remarks", () => {
  for (const [text, score] of [
    ["ok then", 0],
    ["todo: look at the parser again", 0],
    ["Never push to main", 1],
    ["The cache lives in redis", 0.8],
    ["Cache in redis", 0.4],
    ["The attempt was temporary, and it works", 0.8],
  ] as const) {
    assert.equal(durability(text), score, text);
  }
});

test("memoryType() knows what happened, what is done and what is so", () => {
  assert.equal(memoryType("Released the parser in March 2026"), "episodic");
  assert.equal(memoryType("Run `make all` before the tests"), "procedural");
  assert.equal(memoryType("The cache lives in redis"), "semantic");
  assert.equal(memoryType("The port is 20260"), "semantic");
});
