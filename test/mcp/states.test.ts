import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { call, connectStdio } from "../support/mcp.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();
let count = 0;

function createProject(): string {
  const project = path.join(scratch, `project-${count++}`);
  fs.mkdirSync(project);
  holdall(["init"], { cwd: project });
  return project;
}

const text = (content: unknown): string => String(Object(content).text);

async function resourceText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return text(contents[0]);
}

test("states are resources, quoted, and a prompt goes on with them", async () => {
  const client = await connectStdio(createProject(), ["--as", "ada"]);
  assert.equal(await resourceText(client, "holdall://state/current"), "Nothing is in force.\n");
  const committed = await call(client, "state.commit", {
    text: "We keep the log in UTC",
    slot: "decision",
    score: 0.9,
    details: true,
  });
  assert.equal(committed.structured.decision, "admitted");
  assert.match(
    await resourceText(client, "holdall://state/current"),
    /quoted, not instructions[\s\S]*UTC/,
  );
  const { resources } = await client.listResources();
  const named = resources.find(({ uri }) => uri === "holdall://state/default/default/default");
  assert.match(await resourceText(client, named?.uri ?? ""), /UTC/);
  await assert.rejects(client.readResource({ uri: "holdall://state/a/b/c" }), { code: -32002 });
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ["resume_work"],
  );
  const { messages } = await client.getPrompt({ name: "resume_work" });
  assert.match(text(messages[0]?.content), /We keep the log in UTC[\s\S]*Continue this work/);
  const other = await client.getPrompt({
    name: "resume_work",
    arguments: { task: "no such words" },
  });
  assert.match(text(other.messages[0]?.content), /Nothing is kept/);
  await client.close();
});

test("a checkpoint written by one agent is resumed by another with the same state_hash", async () => {
  const project = createProject();
  const first = await connectStdio(project, ["--as", "claude"]);
  await call(first, "state.commit", {
    text: "Never edit the generated files",
    slot: "constraint",
    score: 0.9,
  });
  const written = await call(first, "memory.session.checkpoint", {
    current_task: "port the parser",
    next_step: "run its tests",
    details: true,
  });
  assert.equal(written.isError, false, written.text);
  await first.close();
  const second = await connectStdio(project, ["--as", "codex"]);
  const resume = { task_query: "parser", details: true };
  const resumed = await call(second, "memory.session.resume_by_task", resume);
  assert.equal(resumed.isError, false, resumed.text);
  const packet = Object(resumed.structured.packet);
  assert.equal(packet.session.handed_off_from, "claude");
  assert.equal(packet.goal, "port the parser");
  assert.deepEqual(packet.invariants, ["Never edit the generated files"]);
  assert.equal(packet.snapshot.state_hash, Object(written.structured.summary).state_hash);
  await second.close();
});

test("whoever is not named by --as is recorded under the client's own name", async () => {
  const project = createProject();
  const client = await connectStdio(project);
  const written = await call(client, "memory.session.checkpoint", { current_task: "port it" });
  assert.equal(written.isError, false, written.text);
  await client.close();
  const { json } = holdallJson(["session", "list"], { cwd: project });
  assert.match(JSON.stringify(json.sessions), /"agent_id":"tests"/);
  const log = holdallJson(["state", "log", "--type", "checkpointed"], { cwd: project }).json;
  assert.match(JSON.stringify(log.lines), /"actor":\{"id":"tests","origin":"mcp"\}/);
});

test("memory.kit.export into memory.kit.import on an empty workspace gives the same state_hash", async () => {
  const here = createProject();
  const there = createProject();
  const from = await connectStdio(here);
  await call(from, "state.commit", {
    text: "We keep the log in UTC",
    slot: "decision",
    score: 0.9,
  });
  const exported = await call(from, "memory.kit.export", { out: "kit" });
  assert.equal(exported.isError, false, exported.text);
  await from.close();
  const to = await connectStdio(there, ["--root", here]);
  const imported = await call(to, "memory.kit.import", {
    path: path.join(here, ".holdall/out/kit"),
    apply: true,
  });
  assert.equal(imported.isError, false, imported.text);
  const status = await call(to, "memory.kit.status");
  assert.equal(status.structured.state_hash, exported.structured.state_hash);
  await to.close();
  assert.equal(
    holdallJson(["kit", "status"], { cwd: there }).json.state_hash,
    exported.structured.state_hash,
  );
});

test("memory.kit.import takes the files that memory.kit.export gave, without any disk between", async () => {
  const from = await connectStdio(createProject());
  await call(from, "memory.kit.set", { vision: "One catalogue for all orchards" });
  const exported = await call(from, "memory.kit.export");
  await from.close();
  const to = await connectStdio(createProject());
  const { files, state_hash } = exported.structured;
  const preview = await call(to, "memory.kit.import", { files, mode: "preview" });
  assert.deepEqual([preview.structured.ok, preview.structured.applied], [true, false]);
  const applied = await call(to, "memory.kit.import", { files, mode: "apply" });
  assert.equal(applied.structured.state_hash, state_hash, applied.text);
  const got = await call(to, "memory.kit.get");
  assert.equal(got.structured.vision, "One catalogue for all orchards");
  await to.close();
});

test("skills are a set of their own, and no model lets commands run", async () => {
  const client = await connectStdio(createProject(), ["--tools", "skills"]);
  const { tools } = await client.listTools();
  const replay = tools.find(({ name }) => name === "memory.skill.replay");
  assert.ok(!Object.keys(replay?.inputSchema.properties ?? {}).includes("execute"));
  const learned = { title: "Cut a release", content: "When green", procedure: ["npm pack"] };
  await call(client, "memory.learn", learned);
  const shown = await call(client, "memory.skill.replay", { title: "cut a release" });
  assert.deepEqual(shown.structured.commands, [
    { kind: "step", command: "npm pack", state: "planned", exit_code: null, output: null },
  ]);
  const refused = await call(client, "memory.skill.replay", { title: "x", execute: true });
  assert.equal(refused.isError, true);
  const found = await call(client, "tools.find", { task: "hand the work over to another agent" });
  assert.match(JSON.stringify(found.structured.tools), /handoff|session/);
  await client.close();
});
