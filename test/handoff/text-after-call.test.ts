/** An answer that says something before a call and after it, as some models give it, goes over to every agent. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { HandoffOutput } from "../../src/handoff/disk/report.ts";
import { agentNames } from "../agents/programs.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SESSION = "ses_1";
const time = { created: 1, completed: 1 };
const state = { status: "completed", input: { command: "ls" }, output: "pears.md" };
const parts = [
  { id: "p1", type: "text", text: "I look." },
  { id: "p2", type: "tool", callID: "c1", tool: "bash", state },
  { id: "p3", type: "text", text: "There are pears." },
];
const session = {
  info: { id: SESSION, directory: "/orchard", title: "Pears", version: "1.18.33", time },
  messages: [
    { info: { id: "m1", role: "user", time }, parts: [{ id: "p0", type: "text", text: "Look" }] },
    { info: { id: "m2", role: "assistant", parentID: "m1", time, modelID: "m" }, parts },
  ],
};

for (const to of agentNames) {
  test(`${to} gets both texts of an answer, and the call between them`, async () => {
    const home = makeScratch();
    const cwd = path.join(home, "orchard");
    fs.mkdirSync(cwd);
    const from = path.join(home, "session.json");
    fs.writeFileSync(from, JSON.stringify(session));
    const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
    const { out } = await runOperation<HandoffOutput>(context, "handoff", { from, to });
    const { messages, calls, results, missing } = out.conversation ?? {};
    assert.deepEqual([messages, calls, results, missing], [3, 1, 1, 0]);
    const written = fs.readFileSync(out.path ?? "", "utf8");
    assert(written.includes("I look.") && written.includes("There are pears."));
  });
}
