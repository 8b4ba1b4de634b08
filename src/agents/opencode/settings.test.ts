import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/scratch.ts";
import { opencodeProgram } from "./program.ts";
import { readSettings } from "./settings.ts";

test("readSettings() names a configured model where none was chosen or used", async () => {
  const home = makeScratch();
  const folder = path.join(home, ".config/opencode");
  fs.mkdirSync(folder, { recursive: true });
  const settings = { provider: { empty: {}, mock: { models: { first: {}, second: {} } } } };
  fs.writeFileSync(path.join(folder, "opencode.json"), JSON.stringify(settings));
  const environment = { home, env: {} };
  assert.deepEqual(await readSettings(opencodeProgram, environment), {
    provider: "mock",
    model: "first",
    agent: "build",
  });
  fs.writeFileSync(path.join(folder, "opencode.json"), "{}");
  assert.deepEqual(await readSettings(opencodeProgram, environment), { agent: "build" });
});

/** A home in which a program of version 1 is installed that knows the models of those whose keys are there. */
function createLab() {
  const home = makeScratch();
  const models = ["opencode/big-pickle", "opencode/zither"];
  const own = models.map((model) => `echo ${model}`).join("; ");
  const keyed = '[ "$ZETA_API_KEY" = set ] && echo zeta/small && echo zeta/tiny';
  const list = `[ "$OPENCODE_DB" = :memory: ] && { ${own}; ${keyed}; exit 0; }`;
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo 1.18.33 && exit 0\n${list}\nexit 1\n`;
  fs.writeFileSync(path.join(home, "opencode"), script, { mode: 0o755 });
  return { home, env: { PATH: `${home}:/usr/bin:/bin` } };
}

test("readSettings() names a model that the program has where the user has none", async () => {
  const environment = createLab();
  const agent = { agent: "build", model_chosen_by: "program" };
  const free = await readSettings(opencodeProgram, environment);
  assert.deepEqual(free, { provider: "opencode", model: "big-pickle", ...agent });
  const { home, env } = environment;
  // Not the key itself: it lists what it has without it.
  const withKey = { home, env: { ...env, ZETA_API_KEY: "secret" } };
  const keyed = await readSettings(opencodeProgram, withKey);
  assert.deepEqual(keyed, { provider: "zeta", model: "tiny", ...agent });
});

const DATABASE = `
  create table session (id text, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  create table message (id text, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer,
    time_updated integer, data text);
  insert into message values ('1', 's', 1, 1, '{"role":"assistant","providerID":"mock","modelID":"used"}');
  insert into message values ('2', 's', 2, 2, '{"role":"assistant","providerID":"unknown","modelID":"unknown"}');`;

test("readSettings() takes no model from a session that was handed over without one", async () => {
  const home = makeScratch();
  const folder = path.join(home, ".local/share/opencode");
  fs.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "opencode.db"));
  database.exec(DATABASE);
  database.close();
  const settings = await readSettings(opencodeProgram, { home, env: {} });
  assert.deepEqual(settings, { provider: "mock", model: "used", agent: "build" });
});
