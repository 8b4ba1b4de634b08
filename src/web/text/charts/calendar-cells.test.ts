import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarCells } from "./calendar-cells.ts";

test("calendarCells() begins weeks on Monday, and ranks busy days", () => {
  // 2026-02-28 was a Saturday.
  const days = [9, 0, 1, 2, 1000].map((total, at) => {
    return { day: new Date(Date.UTC(2026, 1, 28 + at)).toISOString().slice(0, 10), total };
  });
  assert.deepEqual(
    calendarCells(days).map(({ week, weekday, level }) => [week, weekday, level]),
    [
      [0, 5, 3],
      [0, 6, 0],
      [1, 0, 1],
      [1, 1, 2],
      [1, 2, 4],
    ],
  );
  assert.deepEqual(calendarCells([]), []);
});
