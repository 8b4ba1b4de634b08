import assert from "node:assert/strict";
import { test } from "node:test";
import { styleText } from "node:util";
import { fitLines } from "./fit-lines.ts";

test("fitLines() leaves every line as it is where there is no terminal", () => {
  assert.deepEqual(fitLines(["one two three"], null), ["one two three"]);
});

test("fitLines() continues a line below the column that its text began in", () => {
  assert.deepEqual(fitLines(["OK  one two three four five"], 20), [
    "OK  one two three",
    "    four five",
  ]);
  assert.deepEqual(fitLines(["  ! one two three four"], 16), ["  ! one two", "    three four"]);
});

test("fitLines() cuts no word, however wide it is", () => {
  const path = `/home/${"x".repeat(40)}`;
  assert.deepEqual(fitLines([`Written to ${path} now`], 20), ["Written to", `  ${path}`, "  now"]);
});

test("fitLines() keeps a command to copy in one line", () => {
  const command = "holdall handoff codex --session abc --undo";
  assert.deepEqual(fitLines([`To undo: ${command}`], 40), ["To undo:", `  ${command}`]);
  assert.deepEqual(fitLines([`Run "${command}" to undo it all`], 50), [
    `Run "${command}"`,
    "  to undo it all",
  ]);
});

test("fitLines() keeps a command in one line also where what is before it is bold", () => {
  const label = styleText("bold", "To continue:", { validateStream: false });
  const command = "cd /home/anna/projects/tides && codex resume 019d3c2a";
  assert.deepEqual(fitLines([`${label} ${command}`], 40), [label, `  ${command}`]);
});

test("fitLines() prints a document as it is, and not the line break that marks it", () => {
  assert.deepEqual(fitLines(["a long paragraph of text\n"], 10), ["a long paragraph of text"]);
});

test("fitLines() counts no style as a column", () => {
  const line = `${styleText("red", "one", { validateStream: false })} two three`;
  assert.deepEqual(fitLines([line], 13), [line]);
  assert.equal(fitLines([line], 12).length, 2);
});

test("fitLines() breaks a line of any length", () => {
  const line = 'a "holdall '.repeat(20_000);
  assert.ok(fitLines([line], 80).length > 2000);
});
