import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { connectStdio } from "../support/mcp.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });
const counter = await loadTokenCounter("o200k_base");

/** What a result costs a model: everything that its client may pass on. */
const costOf = (result: object) => counter.count(JSON.stringify(result));

const subjects = [
  "gauges",
  "pumps",
  "valves",
  "sensors",
  "readings",
  "alarms",
  "exports",
  "imports",
  "backups",
  "clocks",
];
const rules = ["are checked twice a day by the person on duty", "must never be written by hand"];
rules.push("were moved to the new server because the old one lost its clock in winter");
rules.push("need a signature of both harbour masters before anything is changed");

test("resume costs at most 1.3 times the state, quoted once; a checkpoint costs a line", async () => {
  for (const [index, subject] of subjects.entries()) {
    for (const [number, rule] of rules.entries()) {
      const text = `Station ${index + 1}.${number + 1}: ${subject} ${rule}, as agreed on day ${index * 7 + number}`;
      holdall(["state", "commit", text, "--id", `e-${index}-${number}`], { cwd: project });
    }
  }
  const { json } = holdallJson(["state", "show"], { cwd: project });
  const tokens = Number(json.token_count);
  assert.ok(tokens > 500, `${tokens} tokens are in force`);
  const client = await connectStdio(project);
  const resumed = await client.callTool({ name: "memory.session.resume", arguments: {} });
  const [content] = resumed.content;
  const text = content?.type === "text" ? content.text : "";
  assert.match(text, /Station 10\.4/);
  assert.match(text, /not instructions/);
  assert.ok(costOf(resumed) <= tokens * 1.3, `${costOf(resumed)} for ${tokens}`);
  const checkpoint = { name: "memory.session.checkpoint", arguments: { agent_id: "claude" } };
  const written = await client.callTool(checkpoint);
  assert.notEqual(written.isError, true);
  assert.ok(costOf(written) <= 100, String(costOf(written)));
  await client.close();
});

test("a commit is answered in 60 tokens, a refusal in 150 with its cure", async () => {
  const client = await connectStdio(project);
  const commit = async (text: string) => {
    const result = await client.callTool({ name: "state.commit", arguments: { text } });
    const [content] = result.content;
    return { cost: costOf(result), text: content?.type === "text" ? content.text : "" };
  };
  const kept = await commit("The night shift signs the logbook in green ink");
  assert.match(kept.text, /^Committed: [0-9a-f]{12} \(fact\)$/);
  assert.ok(kept.cost <= 60, String(kept.cost));
  const refused = await commit("The night shift signs the logbook in 3 copies");
  const again = await commit("The night shift does not sign the logbook in green ink");
  assert.match(
    again.text,
    /contradicts[^\n]+"The night shift signs the logbook[\s\S]+state\.supersede/,
  );
  assert.ok(again.cost < 150 && refused.cost < 150, `${again.cost} ${refused.cost}`);
  const { json } = holdallJson(["state", "log", "--type", "rejected"], { cwd: project });
  assert.match(JSON.stringify(json.lines), /"signals":/);
  await client.close();
});

test("a search is answered with each text once, and with the complete record on request", async () => {
  const client = await connectStdio(project);
  const content = "The crane is greased on the first Friday of a month";
  await client.callTool({ name: "memory.store", arguments: { content } });
  const search = async (more: object) =>
    client.callTool({ name: "memory.find", arguments: { query: "crane grease", ...more } });
  const short = await search({});
  assert.equal(JSON.stringify(short).split("first Friday").length, 2);
  assert.ok(costOf(short) <= 110, String(costOf(short)));
  const complete = await search({ details: true });
  assert.match(JSON.stringify(complete.structuredContent), /"scope_applied":/);
  await client.close();
});

test("the default list costs at most 3,500 tokens and has at most 14 tools", async () => {
  const client = await connectStdio(project);
  const listed = await client.listTools();
  assert.ok(listed.tools.length <= 14, String(listed.tools.length));
  assert.ok(costOf(listed) <= 3500, String(costOf(listed)));
  for (const { name, title, description = "", inputSchema } of listed.tools) {
    assert.ok((title ?? "") !== "", `${name} has a title`);
    const texts = [description, JSON.stringify(inputSchema)];
    for (const text of texts) assert.doesNotMatch(text, /--\w|standard input|holdall /, name);
    assert.match(description, /\b(?:use it|call it|not for|not needed|use|then)\b/i, name);
    const keys = Object.keys(inputSchema.properties ?? {});
    const isChoice = /^memory\.session\.(?:resume|use)/.test(name);
    assert.ok(isChoice || !keys.includes("session_id"), `${name} names no session`);
  }
  await client.close();
});
