import assert from "node:assert/strict";
import { test } from "node:test";
import { instantOf, isImpossibleDate, timestamp } from "./values.ts";

test("timestamp takes a leap second in the last minute of an hour only", () => {
  const fits = (text: string) => timestamp.safeParse(text).success;
  assert(fits("2016-12-31T23:59:60Z"));
  assert(fits("2016-12-31T18:29:59.5-05:30"));
  assert(fits("2017-01-01T00:59:60.25+01:00"));
  for (const text of ["2016-12-31T23:58:60Z", "2016-12-31T10:00:60Z", "2016-12-31T23:59:61Z"]) {
    assert(!fits(text), text);
    assert.equal(instantOf(text), null, text);
  }
  assert.notEqual(instantOf("2016-12-31T23:59:60Z"), null);
});

test("isImpossibleDate() speaks of a missing day alone, not of what is no time stamp at all", () => {
  assert(isImpossibleDate("2026-02-30T00:00:00Z"));
  for (const text of ["2026-02-28T00:00:00Z", "2026-13-01T00:00:00Z", "2026-02-30T25:00:00Z"]) {
    assert(!isImpossibleDate(text), text);
  }
});
