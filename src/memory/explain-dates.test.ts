import assert from "node:assert/strict";
import { test } from "node:test";
import { explainDates } from "./explain-dates.ts";

const SUNDAY = "2026-03-01";

test("datedText() explains relative dates by a day", () => {
  for (const [phrase, date] of [
    ["today", "2026-03-01"],
    ["Yesterday", "2026-02-28"],
    ["tomorrow", "2026-03-02"],
    ["3 days ago", "2026-02-26"],
    ["two weeks ago", "2026-02-15"],
    ["in a week", "2026-03-08"],
    ["last Friday", "2026-02-27"],
    ["last Sunday", "2026-02-22"],
    ["next Monday", "2026-03-02"],
    ["next sunday", "2026-03-08"],
    ["last month", "2026-02"],
    ["three months ago", "2025-12"],
    ["last year", "2025"],
  ]) {
    assert.equal(
      explainDates(`We met ${phrase}, all of us`, SUNDAY),
      `We met ${phrase} (${date}), all of us`,
    );
  }
});

test("datedText() leaves other words, and what was explained already", () => {
  for (const text of ["the yesterdays", "days ago", "last mile", "in a hurry"]) {
    assert.equal(explainDates(text, SUNDAY), text);
  }
  const once = explainDates("Merged yesterday", SUNDAY);
  assert.equal(explainDates(once, "2030-01-01"), once);
});
