import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "./api.ts";

test("parse() writes invisible characters as escapes, at every depth", () => {
  const json = JSON.stringify({ a: ["x\u202ey", 1, null], b: { c: "\u200b" } });
  assert.deepEqual(parse(json), { a: ["x\\u202ey", 1, null], b: { c: "\\u200b" } });
});
