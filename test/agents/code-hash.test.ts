import assert from "node:assert/strict";
import { test } from "node:test";
import { codeHash, importsOf } from "./code-hash.ts";
import type { AgentName } from "./programs.ts";

/** Whether a change of a file would ask for another run with an agent. */
async function concerns(file: string, agent: AgentName): Promise<boolean> {
  return (await codeHash([file], [agent])) !== (await codeHash([], [agent]));
}

test("an agent's own code concerns only runs with that agent, or with one that shares its code", async () => {
  assert.equal(await concerns("src/agents/qwen/write.ts", "qwen"), true);
  assert.equal(await concerns("src/agents/qwen/write.ts", "claude"), false);
  assert.equal(await concerns("src/agents/opencode/write/write.ts", "kilo"), true);
  assert.equal(await concerns("test/agents/drivers/pi.ts", "pi"), true);
  assert.equal(await concerns("test/agents/drivers/pi.ts", "codex"), false);
});

test("code that agents share concerns every run", async () => {
  for (const file of [
    "src/agents/steps.ts",
    "src/agents/records/scan-records.ts",
    "src/transcripts/in-force.ts",
    "test/agents/drivers/files.ts",
    "test/agents/machine.ts",
  ]) {
    assert.equal(await concerns(file, "gemini"), true, file);
  }
});

test("what runs the handoffs is found by its imports", async () => {
  const files = await importsOf("test/agents/matrix.ts", ["test/"]);
  assert.ok(files.includes("test/agents/model/server.ts"));
  assert.ok(files.includes("test/agents/drivers/qwen.ts"));
  assert.ok(files.every((file) => file.startsWith("test/")));
});
