import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
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
const RULE = "Never edit the generated files";

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

/** A model's call of a tool of ours. */
function step(name: keyof typeof clients, tool: string, input: Record<string, unknown>): Step {
  return { parts: [{ call: { ...clients[name].spell(tool), arguments: input } }] };
}

for (const [name, client] of Object.entries(clients) as [
  keyof typeof clients & AgentName,
  (typeof clients)["claude"],
][]) {
  const agent = agents.get(name);
  const skip = agent === undefined ? `not run: ${name} is not installed` : false;

  test(`a model in ${name} calls our tools and gets their results`, { skip }, async () => {
    assert.ok(agent);
    const model = await startModel([
      step(name, "thread.new", { title: TITLE }),
      step(name, "thread.list", {}),
      step(name, "thread.show", { id: "no such thread" }),
      { parts: [{ text: "Done." }] },
    ]);
    running.push(model);
    const folder = path.join(scratch, name);
    const machine = createMachine(folder, agent, { model });
    const start = { cwd: machine.project, env: { ...machine.env } };
    holdallJson(["init"], start);
    // A project's file starts the program by its name, which is not on the path of a test.
    const args = ["mcp", "install", `--${name}`, "--tools", "threads", "--scope", "user"];
    assert.equal(holdallJson(args, start).code, 0);
    const ended = await machine.call(invocation(name, client.allow(machine.project)));
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

test("Codex in its read-only sandbox lets a model compile, and record what destroys nothing", {
  skip: agents.has("codex") ? false : "not run: codex is not installed",
}, async () => {
  const agent = agents.get("codex");
  assert.ok(agent);
  const model = await startModel();
  running.push(model);
  const machine = createMachine(path.join(scratch, "reading"), agent, { model });
  const start = { cwd: machine.project, env: { ...machine.env } };
  const run = (...args: string[]) => holdallJson(args, start).json;
  run("init");
  run("mcp", "install", "--codex", "--scope", "user", "--tools", "threads");
  const id = String(run("thread", "new", "--title", TITLE).thread_id);
  run("thread", "post", id, "When is high water?");
  const input = { id, run: String(run("thread", "run", "begin", id).run_session_id) };
  model.follow([
    step("codex", "thread.compile", input),
    step("codex", "thread.run.compile", input),
    { parts: [{ text: "Done." }] },
  ]);
  const args = ["exec", "--skip-git-repo-check", "--sandbox", "read-only", "-"];
  const ended = await machine.call({ args, input: "Compile it." });
  assert.equal(ended.code, 0, ended.stderr);
  // The last request repeats all that was answered before it; a request that is sent twice changes nothing.
  const last = JSON.stringify(model.requests.filter(({ isErrand }) => !isErrand).at(-1)?.body);
  const answers = [...last.matchAll(/recorded[\\":]+(true|false)/g)].map(([, answer]) => answer);
  assert.deepEqual(answers, ["false", "true"], last.slice(-2000));
});

const source = agents.get("claude");
const taker = agents.get("codex");

test("a checkpoint that Claude Code writes is resumed by Codex with the same state_hash", {
  skip: source && taker ? false : "not run: claude or codex is not installed",
}, async () => {
  assert.ok(source && taker);
  const model = await startModel([
    step("claude", "state.commit", { text: RULE, slot: "constraint", score: 0.9 }),
    step("claude", "memory.session.checkpoint", {
      agent_id: "claude",
      current_task: "port the parser",
      next_step: "run its tests",
      details: true,
    }),
    { parts: [{ text: "Written down." }] },
  ]);
  running.push(model);
  const folder = path.join(scratch, "two");
  const [claude, codex] = [source, taker].map((agent) => createMachine(folder, agent, { model }));
  assert.ok(claude && codex && claude.project === codex.project);
  const start = { cwd: claude.project, env: { ...claude.env, ...codex.env } };
  holdallJson(["init"], start);
  assert.equal(holdallJson(["mcp", "install", "--claude"], start).code, 0);
  assert.equal(holdallJson(["mcp", "install", "--codex", "--scope", "user"], start).code, 0);

  const wrote = await claude.call(invocation("claude", clients.claude.allow(claude.project)));
  assert.equal(wrote.code, 0, wrote.stderr);
  const written = stateHashIn(model.requests.at(-1)?.body);
  const { sessions } = holdallJson(["session", "list"], start).json;
  assert.equal(Object(sessions)[0]?.agent_id, "claude");

  model.follow([
    step("codex", "memory.session.resume_by_task", { task_query: "parser", details: true }),
    { parts: [{ text: "I go on." }] },
  ]);
  const read = await codex.call(invocation("codex", []));
  assert.equal(read.code, 0, read.stderr);
  const last = model.requests.at(-1)?.body;
  assert.match(
    JSON.stringify(last),
    new RegExp(`${RULE}[^]*run its tests|run its tests[^]*${RULE}`),
  );
  assert.match(JSON.stringify(last), /handed_off_from[\\":]+claude/);
  assert.equal(stateHashIn(last), written);
  assert.equal(holdallJson(["kit", "status"], start).json.state_hash, written);
});

/** The hash of a state that a model got last. */
function stateHashIn(body: unknown): string {
  const found = [...JSON.stringify(body).matchAll(/state_hash[\\":]+([0-9a-f]{64})/g)].at(-1)?.[1];
  assert.ok(found, JSON.stringify(body).slice(-3000));
  return found;
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
