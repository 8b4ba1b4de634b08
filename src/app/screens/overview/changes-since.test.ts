import assert from "node:assert/strict";
import { test } from "node:test";
import { changesSince } from "./changes-since.ts";
import type { EntryInForce, StateInForce } from "./overview-data.ts";

const newest = [
  { at: "2026-03-03T10:00:00+02:00", files: 2 },
  { at: "2026-03-02T10:00:00Z", files: 5 },
  { at: "2026-03-01T10:00:00Z", files: 5 },
];
const entry = { committed_at: "2026-03-02T12:00:00Z" } as EntryInForce;
const state = { entries: [entry] } as unknown as StateInForce;

test("changesSince() counts commits, their files and entries that came after a moment", () => {
  const since = (moment: string | null) =>
    changesSince(moment, {
      commits: { newest, has_more: true },
      state,
    });
  assert.equal(
    since("2026-03-01T12:00:00Z"),
    "2 commits changed 5 files; 1 entry of the state is newer",
  );
  assert.equal(since("2026-03-03T07:00:00Z"), "1 commit changed 2 files");
  assert.equal(since("2026-03-03T09:00:00Z"), "");
  assert.equal(since(null), "");
});

test("changesSince() says so where there may be more commits, and nothing where none are known", () => {
  const moment = "2026-01-01T00:00:00Z";
  const text = (has_more: boolean) =>
    changesSince(moment, { commits: { newest, has_more }, state: null });
  assert.equal(text(true), "3 commits or more changed 5 files");
  assert.equal(text(false), "3 commits changed 5 files");
  assert.equal(changesSince(moment, { commits: null, state: null }), "");
});
