import assert from "node:assert/strict";
import { test } from "node:test";
import { createBreaker } from "./breaker.ts";

test("createBreaker() stops an agent after three errors in a row, and no other", () => {
  const breaker = createBreaker();
  const error = { kind: "login" };
  for (const each of [error, error, null, error, error]) breaker.add({ tool: "pi", error: each });
  assert.equal(breaker.reasonToStop({ tool: "pi" }), null);
  breaker.add({ tool: "pi", error });
  assert.match(breaker.reasonToStop({ tool: "pi" })?.reason ?? "", /the last 3 runs of pi/);
  assert.equal(breaker.reasonToStop({ tool: "claude" }), null);
});
