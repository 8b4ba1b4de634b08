import assert from "node:assert/strict";
import { test } from "node:test";
import { writtenTime } from "./build-items.ts";

test("writtenTime() writes a time as a date does, to the millisecond", () => {
  const times: Readonly<Record<string, string | null>> = {
    "2026-01-05T09:01:02.003Z": "2026-01-05T09:01:02.003Z",
    "2026-01-05T09:01:02.003999Z": "2026-01-05T09:01:02.003Z",
    "2026-01-05T09:01:02Z": "2026-01-05T09:01:02.000Z",
    "2026-01-05T09:01:02.003+01:00": "2026-01-05T08:01:02.003Z",
    "2026-12-31T23:59:59.999Z": "2026-12-31T23:59:59.999Z",
    "2026-01-05T24:01:02.003Z": null,
    "2026-13-05T09:01:02.003Z": null,
    "some day": null,
  };
  for (const [at, written] of Object.entries(times)) assert.equal(writtenTime(at), written, at);
  assert.equal(writtenTime(null), null);
});
