/** What the README says first about the installation works without a registry. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";

const root = path.join(import.meta.dirname, "../..");

test("the first commands of the README's installation need no published package", () => {
  const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const [, block = ""] = /## Install\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const commands = block.split("\n").map((line) => line.replace(/\s*#.*/, ""));
  assert.deepEqual(commands.slice(0, 2), ["npm install && npm start", "npm link"]);
  const prefix = makeScratch();
  const env = { ...process.env, npm_config_prefix: prefix };
  // The scripts of the package build it, which has been done; the dependencies are there.
  execFileSync("npm", ["link", "--ignore-scripts", "--offline"], { cwd: root, env, stdio: "pipe" });
  const program = path.join(prefix, "bin/holdall");
  const version = execFileSync(program, ["--version"], { cwd: prefix, encoding: "utf8" });
  assert.match(version, /^\d+\.\d+\.\d+\n$/);
});
