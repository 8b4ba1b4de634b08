import assert from "node:assert/strict";
import { test } from "node:test";
import { groupLosses } from "./group-losses.ts";

test("groupLosses() joins what has the same reason, the gravest first", () => {
  const groups = groupLosses([
    { kind: "changed", where: "a:1", why: "renamed", scope: "conversation" },
    { kind: "dropped", where: "a:2", why: "internal", count: 3 },
    { kind: "changed", where: "a:3", why: "renamed", scope: "conversation" },
    { kind: "changed", where: "a:4", why: "renamed" },
    { kind: "kept", where: "a:5", why: "" },
  ]);
  assert.deepEqual(
    groups.map(({ kind, count, places }) => [kind, count, places]),
    [
      ["dropped", 3, "line 2"],
      ["changed", 2, "lines 1, 3"],
      ["changed", 1, "line 4"],
    ],
  );
});

test("groupLosses() names the first places, with their files when there are several", () => {
  const placesOf = (places: readonly string[]) =>
    groupLosses(places.map((where) => ({ kind: "dropped", where, why: "same" })))[0]?.places;
  assert.equal(placesOf(["a:1", "b:2"]), "a:1, b:2");
  assert.equal(placesOf(["", "/usage"]), "/usage");
  assert.equal(placesOf([""]), "");
  const lines = Array.from({ length: 200_000 }, (_, at) => `s.jsonl:${at + 1}`);
  assert.equal(placesOf(lines), "lines 1, 2, 3 and 199,997 more");
});
