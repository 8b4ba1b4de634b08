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
      ["dropped", 3, ["a:2"]],
      ["changed", 2, ["a:1", "a:3"]],
      ["changed", 1, ["a:4"]],
    ],
  );
});
