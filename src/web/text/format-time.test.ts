import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAgo } from "./format-time.ts";

test("formatAgo() takes the unit that reads best, and a date for what is long ago", () => {
  const now = "2026-03-31T12:00:00.000Z";
  const cases = [
    ["2026-03-31T11:59:30Z", "just now"],
    ["2026-03-31T11:18:00Z", "42 min ago"],
    ["2026-03-31T02:00:00Z", "10 h ago"],
    ["2026-03-11T12:00:00Z", "20 d ago"],
    ["2026-01-31T08:00:00Z", "2026-01-31"],
    ["never", "never"],
  ] as const;
  for (const [time, shown] of cases) assert.equal(formatAgo(time, now), shown);
});
