import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
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
