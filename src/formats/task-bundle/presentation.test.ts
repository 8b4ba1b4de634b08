import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { contextItem } from "../../model/context-items.ts";
import { limitsByFormat } from "../limits.ts";
import { samples } from "./samples.ts";
import taskBundle from "./task-bundle.ts";

const full = samples()[0]?.files ?? {};

async function model(change: Record<string, string> = {}) {
  const findings = createFindings("lenient");
  const limits = limitsByFormat["task-bundle"];
  const options = { limits, findings, level: "records" } as const;
  const read = await taskBundle.read(memoryFiles({ ...full, ...change }), options);
  assert.ok(read);
  return read;
}

const HOSTILE = "a | b\n# H\n\u001b[2J<img src=x onerror=1>`c`\u202e ``` ";

test("taskBundle.summarise() tells what a bundle is and holds", async () => {
  const { title, version, facts, outline } = taskBundle.summarise(await model());
  assert.equal(title, "Print tide heights in metres");
  assert.equal(version, "0.2.0");
  const values = Object.fromEntries(facts);
  assert.equal(values.status, "success");
  assert.equal(values.score, 0.95);
  assert.equal(values.tags, "sample, formatting");
  assert.equal(values.events, 3);
  assert.equal(values["workspace files"], 2);
  assert.equal(values["replay ready"], true);
  assert.deepEqual(
    outline.map(({ heading, lines }) => [heading, lines.length]),
    [
      ["events", 3],
      ["workspace files", 2],
    ],
  );
});

test("taskBundle.render() obeys nothing that a bundle says", async () => {
  const bundle = { ...JSON.parse(String(full["bundle.json"])), title: HOSTILE, tool: HOSTILE };
  bundle.tags = [HOSTILE];
  const event = { type: HOSTILE, at: "2026-01-01T00:00:00Z", detail: HOSTILE };
  const hostile = await model({
    "bundle.json": JSON.stringify(bundle),
    "task.md": `${HOSTILE}\n\`\`\`\`\n## Out\n`,
    "events.jsonl": `${JSON.stringify(event)}\n`,
  });
  const markdown = taskBundle.render(hostile);
  const outside = markdown.replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, "");
  assert.doesNotMatch(outside, /^# H|^## Out|(?<!\\)<|(?<!\\)`|(?<!\\)\|/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there.
  assert.doesNotMatch(markdown, /[\u001b\u202e]/);
  assert.deepEqual(outside.match(/^#+ .*$/gm)?.slice(1), [
    "## Task",
    "## Summary",
    "## Result",
    "## Events",
    "## Workspace files",
  ]);
});

test("taskBundle.toConversation() gives items that a context bundle can hold", async () => {
  const read = await model();
  const { items, texts, kept, loss } =
    taskBundle.toConversation?.(read, (text) => text.length) ?? assert.fail();
  for (const item of items) assert.ok(contextItem.safeParse(item).success, item.type);
  const roles = items.map((item) => (item.type === "message" ? item.role : item.type));
  assert.deepEqual(roles, ["user", "assistant", "assistant", "artifact_ref"]);
  assert.equal(texts.has(sha256(String(full["result.diff"]))), true);
  assert.equal(kept, 3);
  const places = loss.map(({ kind, where }) => `${kind} ${where}`);
  assert.ok(places.includes("summarised events.jsonl"));
  assert.ok(places.includes("dropped workspace/manifest.json"));
  assert.ok(places.includes("dropped bundle.json#/outcome"));
});

test("taskBundle.toConversation() of a minimal bundle is the task and its summary", async () => {
  const files = samples()[1]?.files ?? {};
  const findings = createFindings();
  const options = { limits: limitsByFormat["task-bundle"], findings, level: "records" } as const;
  const read = await taskBundle.read(memoryFiles(files), options);
  assert.ok(read);
  const { items, kept } = taskBundle.toConversation?.(read, (text) => text.length) ?? assert.fail();
  assert.deepEqual([items.length, kept], [2, 2]);
});
