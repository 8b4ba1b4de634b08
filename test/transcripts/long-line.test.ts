import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { MAX_LINE_BYTES } from "../../src/agents/records/scan-records.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

// A line of 1 GB was read into memory twice.
test("import skips a line that is longer than the reader accepts, and imports the others", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const { path: name } = placeFixture("claude", "plain", home);
  const file = path.join(home, name);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  fs.appendFileSync(file, `{"type":"user","pad":"${"x".repeat(MAX_LINE_BYTES)}"}\n${lines[0]}\n`);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  await runOperation(context, "init");
  const { out } = await runOperation<{ appended: number }>(context, "import", { from: file });
  assert.equal(out.appended, lines.length + 1);
});

test("import takes a last record without a newline, once, and leaves one that is being written", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const { path: name } = placeFixture("claude", "plain", home);
  const file = path.join(home, name);
  const text = fs.readFileSync(file, "utf8").trimEnd();
  const count = text.split("\n").length;
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  await runOperation(context, "init");
  const appended = async (content: string) => {
    fs.writeFileSync(file, content);
    const { out } = await runOperation<{ appended: number }>(context, "import", { from: file });
    return out.appended;
  };
  assert.equal(await appended(text), count);
  assert.equal(await appended(`${text}\n{"type":"user","mess`), 0);
});
