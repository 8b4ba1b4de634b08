import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { findAgents } from "../agents/install.ts";
import { makeMachine } from "../agents/machine.ts";
import type { ScriptedCall, Step } from "../agents/model/script.ts";
import { type ScriptedModel, startModel } from "../agents/model/server.ts";
import type { AgentName } from "../agents/programs.ts";
import { holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();
const agents = await findAgents();
/** Closed also when a test fails, or the tests would not end. */
const running: ScriptedModel[] = [];
after(() => Promise.all(running.map((model) => model.close())));
const TITLE = "Tides of the harbour";

/** How each agent's model sees a tool of ours, and what lets it call one without asking a person. */
const clients: Readonly<
  Record<
    "claude" | "codex" | "gemini",
    {
      readonly spell: (tool: string) => Omit<ScriptedCall, "arguments">;
      allow(project: string): readonly string[];
    }
  >
> = {
  claude: {
    spell: (tool) => ({ name: `mcp__holdall__${tool.replaceAll(".", "_")}` }),
    allow: () => ["--allowedTools", "mcp__holdall"],
  },
  codex: {
    spell: (tool) => ({ namespace: "mcp__holdall", name: tool.replaceAll(".", "_") }),
    allow: () => [],
  },
  gemini: {
    spell: (tool) => ({ name: `mcp_holdall_${tool}` }),
    allow: () => [],
  },
};

for (const [name, client] of Object.entries(clients) as [
  keyof typeof clients & AgentName,
  (typeof clients)["claude"],
][]) {
  const agent = agents.get(name);
  const skip = agent === undefined ? `not run: ${name} is not installed` : false;

  test(`a model in ${name} calls our tools and gets their results`, { skip }, async () => {
    assert.ok(agent);
    const step = (tool: string, given: Record<string, unknown>): Step => ({
      parts: [{ call: { ...client.spell(tool), arguments: given } }],
    });
    const model = await startModel([
      step("thread.new", { title: TITLE }),
      step("thread.list", {}),
      step("thread.show", { id: "no such thread" }),
      { parts: [{ text: "Done." }] },
    ]);
    running.push(model);
    const folder = path.join(scratch, name);
    const machine = makeMachine(folder, agent, { model });
    const start = { cwd: machine.project, env: { ...machine.env } };
    holdallJson(["init"], start);
    const words = [
      "mcp",
      "install",
      `--${name}`,
      "--tools",
      "threads",
      "--scope",
      name === "codex" ? "user" : "project",
    ];
    assert.equal(holdallJson(words, start).code, 0);
    const { args, input } = invocation(name, client.allow(machine.project));
    const ended = await machine.call({ args, input });
    assert.equal(ended.code, 0, ended.stderr);
    const [, afterNew = "", afterList = "", afterShow = ""] = model.requests
      .filter(({ isErrand }) => !isErrand)
      .map(({ body }) => JSON.stringify(body));
    assert.match(afterNew, /thread_id/);
    assert.ok(afterList.split(TITLE).length > afterNew.split(TITLE).length, afterList.slice(-2000));
    assert.match(afterShow, /E_NOT_FOUND/);
    const { threads } = holdallJson(["thread", "list"], start).json;
    assert.deepEqual(
      (threads as { title: string }[]).map(({ title }) => title),
      [TITLE],
    );
  });
}

function invocation(name: keyof typeof clients, allowed: readonly string[]) {
  const input = "Begin a thread.";
  switch (name) {
    case "claude":
      return {
        args: ["-p", "--output-format", "json", "--model", "claude-sonnet-4-5", ...allowed],
        input,
      };
    case "codex":
      return {
        args: ["exec", "--skip-git-repo-check", "--sandbox", "danger-full-access", "-"],
        input,
      };
    case "gemini":
      return { args: ["-m", "gemini-2.5-pro", "--yolo", "-p", input], input: "" };
  }
}
