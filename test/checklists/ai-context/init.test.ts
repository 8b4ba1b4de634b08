/** What `init --responsibility` creates, and what a newcomer reads of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { contextIn, runOperation } from "../../support/operations.ts";
import { holdall } from "../../support/program.ts";
import { makeScratch } from "../../support/scratch.ts";

test("init creates the files that a person has to write, and no others", async () => {
  const context = contextIn(makeScratch());
  const filesOf = async (responsibility: string) => {
    const { out } = await runOperation<{ files: readonly string[] }>(context, "init", {
      responsibility,
    });
    return out.files;
  };
  const ofRole = (id: string) =>
    [
      "kernel.md",
      "guardrails.md",
      "persona/golden_identity.md",
      "ai_context/model_preferences.md",
    ].map((name) => `registry/${id}/${name}`);
  assert.deepEqual(await filesOf("docs"), ["ros.config.yaml", ...ofRole("docs")]);
  assert.deepEqual(await filesOf("build"), ofRole("build"));
});

test("init --responsibility says in three lines why and what to do next, and that works", () => {
  const cwd = makeScratch();
  const run = (...args: string[]) => holdall(args, { cwd });
  const { code, stdout } = run("init", "--responsibility", "docs");
  assert.equal(code, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, 3, stdout);
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.match(stdout, /kernel\.md.*guardrails\.md/);
  const next = /`holdall (context load docs)`/.exec(stdout)?.[1];
  assert.ok(next);
  const loaded = run(...next.split(" "));
  assert.equal(loaded.code, 0, loaded.stderr);
  assert.doesNotMatch(loaded.stdout, /in two or three sentences/);
});
