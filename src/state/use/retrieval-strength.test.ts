import assert from "node:assert/strict";
import { test } from "node:test";
import { retrievalStrength } from "./retrieval-strength.ts";

const now = new Date("2026-06-01T00:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

const vectors = [
  [0, 0, 0, 1],
  [30, 0, 0, 0.5],
  [730, 0, 0, 0.2],
  [60, 1, 0, 0.4032],
  [365, 1, 0, 0.3629],
  [1, 5, 0, 1.021],
  [0, 50, 0, 1.4],
  [180, 0, 10, 1.14],
] as const;

for (const [days, accesses, useful, strength] of vectors) {
  test(`retrievalStrength() is ${strength} after ${days} days, ${accesses} reads and ${useful} thanks`, () => {
    const found = retrievalStrength({ since: ago(days), accesses, useful }, now);
    assert.ok(Math.abs(found - strength) < 1e-4, String(found));
  });
}

test("retrievalStrength() ranks a never-read old entry below a lately useful one", () => {
  const old = retrievalStrength({ since: ago(90), accesses: 0, useful: 0 }, now);
  const useful = retrievalStrength({ since: ago(2), accesses: 3, useful: 2 }, now);
  assert.ok(old < useful);
});
