import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { holdall, launcher } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { findInspector, inspect } from "./inspector.ts";

const program = await findInspector();
const skip = program === null ? "not run: the MCP inspector is not installed" : false;
const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

const server = [process.execPath, launcher, "mcp", "--tools", "threads"];
const ask = (...args: string[]) => inspect(program ?? "", server, { cwd: project, flags: args });

test("the inspector lists our tools, resources and prompts, and calls a tool", {
  skip,
}, async () => {
  const { tools } = await ask("--method", "tools/list");
  const names = (tools as { name: string }[]).map(({ name }) => name);
  assert.ok(names.includes("thread.new") && names.includes("artifact_fetch"));
  const args = ["--tool-name", "thread.new", "--tool-arg", "title=Tides"];
  const called = await ask("--method", "tools/call", ...args);
  assert.equal(Object(called.structuredContent).title, "Tides");
  const { resources } = await ask("--method", "resources/list");
  assert.equal(Object(resources)[0].uri, "holdall://state/current");
  const { prompts } = await ask("--method", "prompts/list");
  assert.equal(Object(prompts)[0].name, "resume_work");
});
