import assert from "node:assert/strict";
import { test } from "node:test";
import { passagesOf } from "../../scripts/bench/reader/passages.ts";
import { scoreText } from "../../scripts/bench/reader/score.ts";

function governing(text: string, own: string): string | undefined {
  return passagesOf(text).find((passage) => passage.own === own)?.all;
}

test("passagesOf() gives an item with its headings, its introduction and the items above it", () => {
  const text =
    "# Rules\n\n## Limits\nDoes not decide:\n- dates\n  1. of releases\n- names\n\nAll is said.\n- more";
  assert.equal(
    governing(text, "of releases"),
    "Rules > Limits > Does not decide: > dates > of releases",
  );
  assert.equal(governing(text, "names"), "Rules > Limits > Does not decide: > names");
  assert.equal(governing(text, "more"), "Rules > Limits > more");
});

test("passagesOf() takes a line in bold as the introduction of a list", () => {
  assert.equal(governing("**Forbidden**\n\n- to pay", "to pay"), "Forbidden: > to pay");
});

test("passagesOf() gives a row of a table with the names of its columns", () => {
  const text = "Who approves:\n\n| amount | by |\n|---|---|\n| up to 5,000 | Ann |";
  assert.equal(
    governing(text, "amount: up to 5000; by: Ann"),
    "Who approves: > amount: up to 5000; by: Ann",
  );
});

test("passagesOf() joins the lines of an item and of a paragraph, and no others", () => {
  const own = passagesOf("- one\n  line\n\n  still\n\ntwo\nlines\n\nthree").map(
    (passage) => passage.own,
  );
  assert.deepEqual(own, ["one line still", "two lines", "three"]);
});

test("passagesOf() reads a long paragraph in windows of three sentences", () => {
  const sentences = Array.from(
    { length: 12 },
    (_, index) => `Sentence ${index} has some more words in it.`,
  );
  const windows = passagesOf(sentences.join(" "));
  assert.equal(windows.length, 10);
  assert(windows.every(({ own }) => own.split(". ").length === 3));
});

test("passagesOf() takes a short section as one passage with its heading as own words", () => {
  const text = "## req_7 Describe the flag\nstate: pending\n\nsince: 2026-09-02";
  assert.match(governing(text, "req_7 Describe the flag") ?? "", /pending since: 2026-09-02$/);
  const long = `## req_7\n${"word ".repeat(200)}`;
  assert.equal(governing(long, "req_7"), undefined);
});

test("scoreText() wants all parts of an answer in one passage", () => {
  const question = { ask: "?", kind: "limit" as const, answer: [["friday", "nothing|never"]] };
  const answers = (text: string) => scoreText(text, [question], "2026-09-30T18:00:00Z").answered;
  assert.equal(answers("- Nothing is published on a Friday."), 1);
  assert.equal(answers("## Never\n- On a Friday."), 1);
  assert.equal(answers("- Friday is fine.\n- Never on Sunday."), 0);
  assert.equal(answers("## Friday\n- Never on Sunday."), 1);
});

test("scoreText() knows a day by its date, its name and its age", () => {
  const question = { ask: "?", kind: "open" as const, answer: [["flag", "{2026-09-12}"]] };
  const answers = (text: string) => scoreText(text, [question], "2026-09-30T18:00:00Z").answered;
  for (const day of ["2026-09-12", "12 September", "Sep 12", "for 18 days", "17d"]) {
    assert.equal(answers(`- flag, ${day}`), 1, day);
  }
  for (const day of ["2026-09-13", "2 September", "for 118 days"]) {
    assert.equal(answers(`- flag, ${day}`), 0, day);
  }
});

test("scoreText() counts a false statement unless the passage says that it is history", () => {
  const question = {
    ask: "?",
    kind: "limit" as const,
    answer: [["limit", "600"]],
    false: [{ is: ["limit", "1200"], unless: "\\b600\\b", example: "" }],
  };
  const score = (text: string) => {
    const { answered, misled, onlyFalse } = scoreText(text, [question], "2026-09-30T18:00:00Z");
    return [answered, misled, onlyFalse];
  };
  assert.deepEqual(score("- The limit is 1,200 words."), [0, 1, 1]);
  assert.deepEqual(score("- The limit is 1,200 words.\n- The limit is 600 words."), [1, 1, 0]);
  assert.deepEqual(score("- The limit is 600 words, not 1,200."), [1, 0, 0]);
  assert.deepEqual(score("## Superseded\n- The limit is 1,200 words."), [0, 0, 0]);
});
