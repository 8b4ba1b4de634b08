import assert from "node:assert/strict";
import { test } from "node:test";
import { copiedId, idSequence, idShift } from "./ids.ts";

// The time part of ids begins again at 0 on 2026-08-14T11:19:55.136Z.
const BEFORE = new Date("2026-08-01T12:00:00Z");
const NOW = new Date("2026-11-19T04:00:00Z");

test("idSequence() gives ascending ids below those of the minutes after the handoff", () => {
  for (const now of [BEFORE, NOW, new Date("2026-08-14T11:20:00Z")]) {
    const { next } = idSequence("ses_1", now);
    const ids = [next("msg"), next("prt"), next("msg")].map((id) => id.slice(4));
    assert.deepEqual(ids, [...ids].sort());
    const later = (BigInt(now.getTime() + 1) * 4096n) & 0xffffffffffffn;
    assert.ok((ids.at(-1) ?? "") < later.toString(16).padStart(12, "0"));
  }
});

test("copiedId() keeps the order of ids, below those of today where they were made before the time began again", () => {
  const made = ["msg_fbd320000001aaaaaaaaaaaaaa", "prt_fbd320000002aaaaaaaaaaaaaa"];
  const kept = made.map((id) => copiedId(id, "ses_2"));
  assert.deepEqual(
    kept.map((id) => id.slice(0, 16)),
    made.map((id) => id.slice(0, 16)),
  );
  const shift = idShift(BEFORE.getTime(), NOW);
  const moved = made.map((id) => copiedId(id, "ses_2", shift).slice(4));
  const today = ((BigInt(NOW.getTime()) * 4096n) & 0xffffffffffffn).toString(16).padStart(12, "0");
  assert.deepEqual(moved, [...moved].sort());
  assert.ok((moved.at(-1) ?? "") < today);
  assert.equal(idShift(NOW.getTime() - 1000, NOW), 0n);
  assert.equal(idShift("damaged", NOW), 0n);
});
