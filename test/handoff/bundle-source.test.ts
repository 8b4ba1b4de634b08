import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const TASK = path.resolve("test/fixtures/task-bundle/hello-world-bundle");

interface HandedOver {
  readonly path: string;
  readonly conversation: { readonly complete: boolean; readonly messages: number } | null;
  readonly loss: {
    readonly kept: number;
    readonly dropped: number;
    readonly items: readonly { readonly where: string; readonly count?: number }[];
  };
}

function createProject() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const hand = async (from: string, to: string) =>
    (await runOperation<HandedOver>(context, "handoff", { from, to })).out;
  return { cwd, context, hand };
}

// It was reported as "1 kept, 0 dropped", and as a conversation.
test("handoff of a task bundle to a page reports no conversation, and every captured file as dropped", async () => {
  const { hand } = createProject();
  const manifest = JSON.parse(
    fs.readFileSync(path.join(TASK, "workspace/manifest.json"), "utf8"),
  ) as { files: unknown[] };
  const { conversation, loss, path: page } = await hand(TASK, "./page.md");
  assert.equal(conversation, null);
  const captured = loss.items.find(({ where }) => where.includes("manifest"));
  assert.equal(captured?.count ?? 1, manifest.files.length);
  assert(loss.dropped >= manifest.files.length);
  const task = fs.readFileSync(path.join(TASK, "task.md"), "utf8").trim();
  assert(fs.readFileSync(page, "utf8").includes(task.split("\n")[0] ?? "?"));
});

test("handoff of a context bundle gives its messages to an agent as a conversation", async () => {
  const { cwd, context, hand } = createProject();
  await runOperation(context, "convert", { path: TASK, to: "context-bundle", out: "ctx" });
  const { conversation, path: session } = await hand(path.join(cwd, "ctx"), "claude");
  assert.equal(conversation?.complete, true);
  assert(conversation.messages >= 2);
  assert(fs.readFileSync(session, "utf8").includes("task"));
});
