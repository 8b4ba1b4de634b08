import assert from "node:assert/strict";
import test from "node:test";
import { readTarget } from "./target.ts";

test("readTarget() agrees with the URL parser, with and without a query", () => {
  const texts = [
    "/",
    "/api/v1/state/show",
    "/api/v1/thread/show?id=a%20b",
    "/a/../b",
    "/a%2fb",
    "/é",
  ];
  for (const text of texts) {
    const url = new URL(text, "http://localhost");
    const target = readTarget(text);
    assert.equal(target?.pathname, url.pathname);
    assert.equal(String(target?.searchParams), String(url.searchParams));
  }
});

test("readTarget() refuses what is no target", () => {
  assert.equal(readTarget("http://[nothing"), null);
});
