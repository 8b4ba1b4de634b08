import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../../base/file-set.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { assessReplay, type ReplayEvidence } from "./replay.ts";

const DIFF = Buffer.from("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n");

async function judge(
  captured: string | null,
  bundle: JsonObject = {},
  more: Partial<ReplayEvidence> = {},
) {
  const files = memoryFiles(captured === null ? {} : { "files/x": captured });
  const evidence: ReplayEvidence = {
    bundle,
    task: "# Task\n\n## Acceptance\n\n- It works.\n",
    diff: DIFF,
    filesFolder: captured === null ? null : "files",
    hasErrors: false,
    ...more,
  };
  return assessReplay(evidence, files);
}

test("assessReplay() starts from files that the diff applies to", async () => {
  const replay = await judge("1\n");
  assert.equal(replay.ready, true);
  assert.deepEqual([replay.state, replay.start], ["before", "snapshot"]);
  assert.deepEqual(replay.advice, []);
});

test("assessReplay() starts from files that the diff can be taken back from", async () => {
  const replay = await judge("2\n");
  assert.deepEqual([replay.ready, replay.state, replay.start], [true, "after", "reversed-diff"]);
});

test("assessReplay() believes a declared state, but reverses only a diff that fits", async () => {
  const before = await judge("3\n", { workspace: { state: "before" } });
  assert.deepEqual([before.ready, before.start], [true, "snapshot"]);
  const after = await judge("3\n", { workspace: { state: "after" } });
  assert.deepEqual([after.ready, after.start], [false, null]);
});

test("assessReplay() falls back on a repository with a commit, of the bundle or of git", async () => {
  for (const bundle of [{ repo: "r", commit: "c" }, { git: { remote: "r", commit: "c" } }]) {
    const replay = await judge(null, bundle);
    assert.deepEqual([replay.ready, replay.state, replay.start], [true, null, "repository"]);
  }
  assert.equal((await judge(null, { repo: "r" })).ready, false);
});

test("assessReplay() says which rules fail", async () => {
  const replay = await judge("3\n", {}, { task: " \n", hasErrors: true });
  assert.equal(replay.ready, false);
  assert.equal(replay.state, "unknown");
  assert.equal(replay.failed.length, 3);
  assert.equal(replay.advice.length, 1);
});
