import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileEntry, memoryFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { TaskBundle } from "../../model/task-bundle.ts";
import { type CapturedItem, type TaskParts, writeTask } from "./write-task.ts";

/** Writes a bundle to memory. */
async function written(parts: TaskParts) {
  const files: Record<string, Uint8Array> = {};
  const order: string[] = [];
  const result = await writeTask(parts, {
    async write(path, content) {
      const bytes = content instanceof Uint8Array ? content : await bytesOf(content);
      files[path] = bytes;
      order.push(path);
      return { sha256: sha256(bytes), size: bytes.length };
    },
  });
  return { ...result, written: files, order };
}

async function bytesOf(entry: FileEntry): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(entry.read()));
}

const text = (path: string, content: string, mode = 0o644): CapturedItem => ({
  kind: "file",
  path,
  mode,
  content: Buffer.from(content),
});

const workspace = (items: readonly CapturedItem[], capturedAt = "2026-01-01T00:00:00.000Z") => ({
  items,
  state: "before" as const,
  strategy: "copy" as const,
  capturedAt,
});

const parts: TaskParts = {
  id: "t1",
  title: "Task",
  createdAt: "2026-01-01T00:00:00.000Z",
  task: "# Task\n\n## Acceptance\n\n- works\n",
  summary: "Done.\n",
  diff: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n",
  events: [{ type: "edit", at: "2026-01-01T00:00:00Z", detail: "", path: "x" }],
  metadata: { tool: "t", tags: ["a"] },
  workspace: workspace([
    text("x", "1\n"),
    text("bin/run", "#!\n", 0o755),
    { kind: "link", path: "latest", target: "x" },
    { kind: "folder", path: "logs" },
  ]),
  beside: new Map([["transcript/transcript.jsonl", Buffer.from("{}\n")]]),
};

test("writeTask() writes what its own reader finds complete, the index last", async () => {
  const { written: files, order, contentHash } = await written(parts);
  assert.equal(order.at(-1), "bundle.json");
  const findings = createFindings("strict");
  const format = await loadFormat("task-bundle");
  const options = { findings, level: "full", limits: limitsByFormat["task-bundle"] } as const;
  const model = (await format.read(memoryFiles(files), options)) as TaskBundle;
  assert.deepEqual(findings.list(), []);
  assert.deepEqual([model.replay.ready, model.replay.start], [true, "snapshot"]);
  assert.deepEqual(model.contents.emptyFolders(), ["logs"]);
  assert.deepEqual(
    model.workspace?.first.map(({ path }) => path),
    ["bin/run", "latest", "x"],
  );
  assert.match(contentHash ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(
    model.events?.first.map(({ detail }) => detail),
    ["x"],
  );
});

test("writeTask() gives one workspace the same content hash at any time, and another to one mode bit", async () => {
  const hashOf = async (items: readonly CapturedItem[], at?: string) =>
    (await written({ ...parts, workspace: workspace(items, at) })).contentHash;
  const one = await hashOf([text("x", "1"), text("y", "2")]);
  assert.equal(await hashOf([text("y", "2"), text("x", "1")], "2027-01-01T00:00:00.000Z"), one);
  assert.notEqual(await hashOf([text("x", "1", 0o755), text("y", "2")]), one);
});

test("writeTask() captures no files for a reference to a commit", async () => {
  const none = { ...workspace([]), strategy: "git-ref" as const, state: null };
  const { written: files, bundle } = await written({ ...parts, workspace: none });
  assert.equal(
    Object.keys(files).some((path) => path.startsWith("workspace/")),
    false,
  );
  assert.deepEqual(bundle.workspace, { strategy: "git-ref" });
});
