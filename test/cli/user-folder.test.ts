import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const cwd = makeScratch();
fs.mkdirSync(path.join(cwd, ".config/holdall"), { recursive: true });
fs.writeFileSync(path.join(cwd, ".config/holdall/config.yaml"), "models: {}\n");

/** Whose sessions and settings would be read and written. */
const unset = { XDG_CONFIG_HOME: "", XDG_DATA_HOME: "", XDG_STATE_HOME: "" };

test("an empty or relative HOME is not a folder of the project", () => {
  for (const HOME of ["", ".", "somewhere"]) {
    const start = { cwd, env: { HOME, ...unset } };
    const { json } = holdallJson(["config", "list"], start);
    assert.ok(path.isAbsolute(String(json.path)), JSON.stringify(json));
    assert.ok(!String(json.path).startsWith(cwd), String(json.path));
  }
});

test("an option without a command is named", () => {
  const { code, stderr } = holdall(["--foo"], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /unknown option "--foo"/);
  assert.match(holdall(["--quiet"], { cwd }).stderr, /no command was given/);
});

test("a value that begins with a dash is told how it can be given", () => {
  assert.match(holdall(["sessions", "--limit", "-1"], { cwd }).stderr, /--limit=VALUE/);
});
