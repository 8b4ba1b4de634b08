import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { contextIn } from "../../test/support/operations.ts";
import { makeScratch } from "../../test/support/scratch.ts";
import { tourSession } from "../tour/session.ts";
import { createRehearsals, rehearsalIn } from "./rehearsals.ts";
import { loadRoutes } from "./routes.ts";

const routes = await loadRoutes();

/** A route that hands over a session, in a folder that has one. */
function prepare() {
  const folder = makeScratch();
  const file = path.join(folder, "session.jsonl");
  fs.writeFileSync(file, `${tourSession.lines.join("\n")}\n`);
  const context = contextIn(folder);
  const route = routes.get("handoff");
  assert(route !== undefined);
  let minutes = 0;
  const rehearsals = createRehearsals(() => new Date(minutes * 60_000));
  const input = { from: "session.jsonl", to: "codex" };
  return {
    file,
    input,
    wait: (more: number) => {
      minutes += more;
    },
    rehearse: async () => (await rehearsals.check(route, { ...input, "dry-run": true }, context))(),
    change: (other = {}) => rehearsals.check(route, { ...input, ...other }, context),
  };
}

test("createRehearsals() wants a dry run of the same input, of at most an hour ago", async () => {
  const { change, rehearse, wait } = prepare();
  await assert.rejects(change(), { code: "E_CONFIRM" });
  await rehearse();
  await assert.rejects(change({ to: "pi" }), { code: "E_CONFIRM" });
  await change();
  await rehearse();
  wait(61);
  await assert.rejects(change(), { code: "E_CONFIRM" });
});

test("createRehearsals() lets a dry run confirm one change", async () => {
  const { change, rehearse } = prepare();
  await rehearse();
  await change();
  await assert.rejects(change(), { code: "E_CONFIRM" });
});

test("createRehearsals() refuses a change of another content than the dry run saw", async () => {
  const { change, rehearse, file } = prepare();
  await rehearse();
  const { atime, mtime } = fs.statSync(file);
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll("tide", "TIDE"));
  fs.utimesSync(file, atime, mtime);
  await assert.rejects(change(), { code: "E_CONFIRM", message: /has changed/ });
  await rehearse();
  await change();
});

test("every operation that a person confirms says what its dry run is about", () => {
  const confirmed = [...routes.values()].filter((route) => rehearsalIn(route, {}) !== null);
  assert(confirmed.length > 0);
  const without = confirmed.filter(({ operation }) => operation.basis === undefined);
  assert.deepEqual(
    without.map(({ path: name }) => name),
    [],
  );
});
