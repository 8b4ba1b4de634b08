import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import { agentNames } from "../agents/programs.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

/** Beginnings by which one agent or another distinguishes its own texts from a person's. */
const texts = [
  "<skill>this tag does not close",
  "<system-reminder>why does this appear?</system-reminder>",
  "<system-reminder>quoted</system-reminder> and what follows it",
  "<command-name>/clear</command-name> is in my log, why?",
  "[Request interrupted by user] is what I see",
  "<bash-input>ls</bash-input>",
  "<environment_context>what is this?",
  "# AGENTS.md instructions are ignored, why?",
  "<state_snapshot>is this a summary?</state_snapshot>",
  "<session_context>",
  "/srv/orchard is the folder",
  "? marks the spot",
  "plain words",
];

interface Handed {
  readonly path: string;
  readonly conversation: {
    readonly messages: number;
    readonly missing: number;
    readonly changed: number;
  };
}

for (const to of agentNames) {
  test(`a user's text that begins with a mark of ${to} arrives as the user's`, async () => {
    const home = makeScratch();
    const cwd = path.join(home, "project");
    fs.mkdirSync(cwd);
    const context = { ...contextIn(cwd), agents: { home, env: { HOME: home } } };
    const from = piSession(home);
    const { out } = await runOperation<Handed>(context, "handoff", { from, to });
    assert.equal(out.conversation.missing, 0);
    assert.equal(out.conversation.messages, texts.length * 2);
    const agent = await loadAgent(to);
    const found = await agent.recognise(out.path);
    assert.ok(found !== null);
    const session = await agent.read(await agent.open(found));
    const shown: string[] = [];
    for await (const item of session.items()) {
      if (item.kind === "message" && item.role === "user") shown.push(item.text);
    }
    assert.equal(shown.length, texts.length);
    for (const [at, text] of texts.entries()) assert.ok(shown[at]?.endsWith(text), shown[at]);
    const prefixed = shown.filter((text, at) => text !== texts[at]).length;
    assert.equal(out.conversation.changed, prefixed);
  });
}

/** A session of pi, which marks nothing by its text, with an answer to each of the texts. */
function piSession(folder: string): string {
  const file = path.join(folder, "session.jsonl");
  const head = {
    type: "session",
    version: 3,
    id: "s1",
    timestamp: "2026-01-01T00:00:00Z",
    cwd: "/p",
  };
  const entries = texts.flatMap((text, at) => [
    entry(`u${at}`, at === 0 ? null : `a${at - 1}`, "user", text),
    entry(`a${at}`, `u${at}`, "assistant", `answer ${at}`),
  ]);
  const lines = [head, ...entries].map((record) => `${JSON.stringify(record)}\n`);
  fs.writeFileSync(file, lines.join(""));
  return file;
}

function entry(id: string, parentId: string | null, role: string, text: string): object {
  return { type: "message", id, parentId, message: { role, content: [{ type: "text", text }] } };
}
