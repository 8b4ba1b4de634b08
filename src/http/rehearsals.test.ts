import assert from "node:assert/strict";
import test from "node:test";
import { createRehearsals } from "./rehearsals.ts";
import { loadRoutes } from "./routes.ts";

test("createRehearsals() wants a dry run of the same input, of at most an hour ago", async () => {
  const route = (await loadRoutes()).get("handoff");
  assert(route !== undefined);
  let minutes = 0;
  const { require, note } = createRehearsals(() => new Date(minutes * 60_000));
  const input = { to: "codex", session: "s1" };
  assert.throws(() => require(route, input), { code: "E_CONFIRM" });
  note(route, { ...input, "dry-run": true });
  require(route, input);
  assert.throws(() => require(route, { ...input, session: "s2" }), { code: "E_CONFIRM" });
  minutes = 61;
  assert.throws(() => require(route, input), { code: "E_CONFIRM" });
});
