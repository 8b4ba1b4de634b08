import assert from "node:assert/strict";
import { test } from "node:test";
import { runApart } from "../../src/http/apart.ts";
import { contextIn } from "../support/operations.ts";
import { launcher } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const NOON = new Date("2026-01-31T12:00:00.000Z");

/** What an operation in a process of its own takes for the present. */
async function presentThere(now: () => Date): Promise<string> {
  const order = { operation: "sessions", input: { limit: 1 } };
  const context = contextIn(makeScratch(), now);
  const output = await runApart([process.execPath, launcher], order, context);
  return String(Object(output).now);
}

test("in a process of its own the clock stands when it stands in the server, and else runs on", async () => {
  assert.equal(await presentThere(() => NOON), NOON.toISOString());
  const start = Date.now();
  const running = await presentThere(() => new Date(NOON.getTime() + Date.now() - start));
  assert(running > NOON.toISOString() && running < "2026-01-31T13", running);
});
