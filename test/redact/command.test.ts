import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}`;
fs.writeFileSync(
  path.join(cwd, "log.txt"),
  `first line\nexport GITHUB_TOKEN=${token}\nthe test pass is clean\n`,
);

test("redact prints a file without its secrets and otherwise as it is", () => {
  const { code, stdout } = holdall(["redact", "log.txt"], { cwd });
  assert.equal(code, 0);
  assert.equal(
    stdout,
    "first line\nexport GITHUB_TOKEN=[redacted:github_token:1]\nthe test pass is clean\n",
  );
});

test("redact --explain names rule, place and context, and shows the secret only when asked", () => {
  const { json } = holdallJson(["redact", "log.txt", "--explain"], { cwd });
  assert.deepEqual(json.redactions, [
    {
      rule: "github_token",
      line: 2,
      column: 21,
      before: "export GITHUB_TOKEN=",
      secret: `ghp_…(${token.length} characters)`,
      after: "",
    },
  ]);
  const shown = holdall(["redact", "log.txt", "--explain"], { cwd });
  assert(!shown.stdout.includes(token));
  const revealed = holdall(["redact", "log.txt", "--explain", "--reveal"], { cwd });
  assert(revealed.stdout.includes(token));
});

test("redact leaves alone what the user's own configuration allows, and not what a project's does", () => {
  const config = makeScratch();
  fs.mkdirSync(path.join(config, "holdall"));
  const allow = `redaction:\n  allow:\n    values: ["${token.slice(0, 8)}*"]\n`;
  const env = { XDG_CONFIG_HOME: config };
  const project = makeScratch();
  fs.copyFileSync(path.join(cwd, "log.txt"), path.join(project, "log.txt"));
  fs.writeFileSync(path.join(project, "holdall.yaml"), allow);
  const run = () => holdall(["redact", "log.txt"], { cwd: project, env }).stdout;
  assert.equal(run().includes(token), false);
  fs.writeFileSync(path.join(config, "holdall", "config.yaml"), allow);
  assert.equal(run().includes(token), true);
});
