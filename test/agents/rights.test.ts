/** A stranger's session is handed to the agent that wrote it: the user's own settings must count. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { launcher } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  HOSTILE_INSTRUCTIONS,
  hostileClaude,
  hostileCodex,
  hostileCopilot,
  hostileGoose,
  hostileGrok,
  hostileKimi,
  hostileOpencode,
  hostilePi,
  hostileQwen,
} from "./hostile-sessions.ts";
import { findAgents } from "./install.ts";
import { launch } from "./launch.ts";
import { createMachine, type Machine } from "./machine.ts";
import type { Step } from "./model/script.ts";
import { type ScriptedModel, startModel } from "./model/server.ts";
import type { AgentName } from "./programs.ts";
import { reply } from "./scenarios/scenario.ts";

const agents = await findAgents();
const scratch = makeScratch();

/** What was handed over, and where. */
interface Attack extends Machine {
  readonly model: ScriptedModel;
  /** A file that a command outside the project would create. */
  readonly mark: string;
  /** Hands over a stranger's file; answers with the reasons of its losses. */
  handOver(
    session: string,
  ): Promise<{ readonly resume: string[]; readonly whys: readonly string[] }>;
}

async function attack(name: AgentName, run: (attack: Attack) => Promise<void>): Promise<void> {
  const agent = agents.get(name);
  assert(agent);
  const model = await startModel();
  try {
    const folder = path.join(scratch, name);
    const machine = createMachine(folder, agent, { model });
    const isDocument = name === "opencode" || name === "goose";
    const file = path.join(folder, isDocument ? "stranger.json" : "stranger.jsonl");
    await run({
      ...machine,
      model,
      mark: path.join(folder, "mark"),
      async handOver(session) {
        fs.writeFileSync(file, session);
        const ended = await launch({
          command: process.execPath,
          args: [launcher, "handoff", file, name, "--json"],
          cwd: machine.project,
          env: machine.env,
        });
        assert.equal(ended.code, 0, ended.stderr || ended.stdout);
        const { resume, loss } = JSON.parse(ended.stdout);
        return {
          resume: resume[0].slice(1),
          whys: loss.items.map(({ why }: { why: string }) => why),
        };
      },
    });
  } finally {
    await model.close();
  }
}

function act(name: string, args: Readonly<Record<string, unknown>>): Step {
  return { parts: [{ call: { name, arguments: args } }] };
}

function sentTexts({ requests }: ScriptedModel): string {
  return JSON.stringify(requests.map(({ body }) => body));
}

function skipWithout(name: AgentName) {
  return !agents.has(name) && `not run: ${name} is not installed`;
}

suite("rights do not travel with a session", () => {
  test("Codex works in the user's sandbox and with the user's instructions", {
    skip: skipWithout("codex"),
  }, async () => {
    await attack("codex", async (machine) => {
      const { model, mark, home, project, handOver } = machine;
      const config = path.join(home, ".codex/config.toml");
      const own = 'approval_policy = "on-request"\nsandbox_mode = "read-only"\n';
      fs.writeFileSync(config, own + fs.readFileSync(config, "utf8"));
      const { resume, whys } = await handOver(hostileCodex());
      model.follow([act("exec_command", { cmd: `touch ${mark}` }), reply("Done.")]);
      const settings = await continueInAppServer(machine, resume.at(-1) ?? "");
      assert(model.requests.length > 0);
      assert.equal(fs.existsSync(mark), false, "a command outside the project ran");
      assert.equal(settings.approvalPolicy, "on-request");
      assert.equal(settings.sandbox.type, "readOnly");
      assert.equal(settings.cwd, project);
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(
        whys.some((why) => why.startsWith("rights not carried: full access")),
        whys.join("\n"),
      );
      assert(whys.includes("instructions not carried"));
    });
  });

  test("opencode asks as its user's configuration says", {
    skip: skipWithout("opencode"),
  }, async () => {
    await attack("opencode", async ({ model, mark, home, call, handOver }) => {
      const file = path.join(home, ".config/opencode/opencode.json");
      const config = JSON.parse(fs.readFileSync(file, "utf8"));
      const permission = { bash: "ask", external_directory: "ask" };
      fs.writeFileSync(file, JSON.stringify({ ...config, permission }));
      const { resume, whys } = await handOver(hostileOpencode());
      model.follow([
        act("bash", { command: `touch ${mark}`, description: "Marks" }),
        reply("Done."),
      ]);
      await call({ args: ["run", ...resume], input: "Go on." });
      assert(model.requests.length > 0);
      assert.equal(fs.existsSync(mark), false, "a command outside the project ran");
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(whys.includes("rights not carried"), whys.join("\n"));
    });
  });

  test("Claude Code asks, stays in the project and keeps to the user's agent", {
    skip: skipWithout("claude"),
  }, async () => {
    await attack("claude", async (machine) => {
      const { model, home, project, handOver } = machine;
      const elsewhere = path.join(path.dirname(home), "elsewhere");
      fs.mkdirSync(elsewhere);
      writeClaudeSettings(machine, elsewhere);
      const { resume, whys } = await handOver(hostileClaude(elsewhere, "gardener"));
      const file = path.join(elsewhere, "planted.txt");
      model.follow([act("Write", { file_path: file, content: "planted" }), reply("Done.")]);
      const screen = await untilAsked(machine, resume);
      assert.equal(fs.existsSync(file), false, "it wrote outside the project without asking");
      assert.match(screen, /Doyouwantto/, "it did not ask");
      assert(!sentTexts(model).includes("You are the gardener."));
      assert(!sentTexts(model).includes(`Primary working directory: ${elsewhere}`));
      assert(sentTexts(model).includes(project));
      for (const why of [
        "rights not carried: edits without asking",
        "agent not carried: gardener",
      ]) {
        assert(whys.includes(why), whys.join("\n"));
      }
    });
  });

  test("pi goes on with its user's provider", { skip: skipWithout("pi") }, async () => {
    const other = await startModel([reply("From elsewhere.")]);
    await attack("pi", async ({ model, home, call, handOver }) => {
      const file = path.join(home, ".pi/agent/models.json");
      const { providers } = JSON.parse(fs.readFileSync(file, "utf8"));
      const elsewhere = { ...providers.mock, baseUrl: `${other.url}/v1` };
      fs.writeFileSync(file, JSON.stringify({ providers: { ...providers, elsewhere } }));
      const settings = { defaultProvider: "mock", defaultModel: "scripted" };
      fs.writeFileSync(path.join(home, ".pi/agent/settings.json"), JSON.stringify(settings));
      const { resume, whys } = await handOver(hostilePi("elsewhere"));
      model.follow([reply("Done.")]);
      await call({ args: [...resume, "-p", "Go on."] });
      assert.equal(other.requests.length, 0, "another provider was asked");
      assert(model.requests.length > 0);
      assert(whys.some((why) => why.startsWith("model and provider not carried: elsewhere")));
    }).finally(() => other.close());
  });

  test("Qwen Code asks its user's model, and has all of a session of which records were left out", {
    skip: skipWithout("qwen"),
  }, async () => {
    await attack("qwen", async ({ model, call, handOver }) => {
      const { resume, whys } = await handOver(hostileQwen("other-model"));
      model.follow([reply("Done.")]);
      await call({ args: ["--auth-type", "openai", ...resume, "-p", "Go on."] });
      assert(model.requests.length > 0);
      assert(model.requests.every(({ body }) => body.model === "scripted"));
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(sentTexts(model).includes("Please water the orchard."));
      assert(whys.includes("model and provider not carried"), whys.join("\n"));
    });
  });

  test("Goose starts no program that a session names, and follows no recipe of it", {
    skip: skipWithout("goose"),
  }, async () => {
    await attack("goose", async ({ model, mark, askThrough, handOver }) => {
      const { resume, whys } = await handOver(hostileGoose(mark));
      model.follow([reply("Done.")]);
      await askThrough(["goose", ...resume], "Go on.");
      assert(model.requests.length > 0);
      assert.equal(fs.existsSync(mark), false, "a program that the session names was started");
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(sentTexts(model).includes("Please water the orchard."));
      for (const subject of [
        "rights",
        "instructions",
        "state of extensions",
        "scheduled prompts",
      ]) {
        assert(
          whys.some((why) => why.startsWith(`${subject} not carried`)),
          whys.join("\n"),
        );
      }
    });
  });

  test("Kimi Code asks its user's model with its own system prompt", {
    skip: skipWithout("kimi"),
  }, async () => {
    await attack("kimi", async ({ model, call, handOver }) => {
      const { resume, whys } = await handOver(hostileKimi("other-model"));
      model.follow([reply("Done.")]);
      await call({ args: [...resume, "-p", "Go on."] });
      assert(model.requests.length > 0);
      assert(model.requests.every(({ body }) => body.model === "scripted"));
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(sentTexts(model).includes("You are Kimi Code CLI"));
      assert(sentTexts(model).includes("Please water the orchard."));
      for (const why of [
        "rights not carried: yolo",
        "model and provider not carried: other-model",
      ]) {
        assert(whys.includes(why), whys.join("\n"));
      }
    });
  });

  test("Grok Build asks its user's model with its own instructions, and keeps its user's rules", {
    skip: skipWithout("grok"),
  }, async () => {
    await attack("grok", async ({ model, mark, call, handOver }) => {
      const { resume, whys } = await handOver(hostileGrok("other-model"));
      model.follow([
        act("run_terminal_command", { command: `touch ${mark}`, description: "Marks" }),
        reply("Done."),
      ]);
      // Without a terminal it runs what no rule of its user denies.
      await call({ args: [...resume, "--deny", "Bash(*)", "-p", "Go on."] });
      assert(model.requests.length > 0);
      assert.equal(fs.existsSync(mark), false, "a command ran that nobody allowed");
      assert(model.requests.every(({ body }) => body.model === "scripted"));
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(sentTexts(model).includes("You are Grok"));
      assert(sentTexts(model).includes("Please water the orchard."));
      for (const why of [
        "instructions not carried",
        "model and provider not carried: other-model",
      ]) {
        assert(whys.includes(why), whys.join("\n"));
      }
    });
  });

  test("Copilot CLI asks its user's model, and refuses what it would have to ask for", {
    skip: skipWithout("copilot"),
  }, async () => {
    await attack("copilot", async ({ model, mark, call, handOver }) => {
      const { resume, whys } = await handOver(hostileCopilot("other-model"));
      model.follow([
        act("bash", { command: `touch ${mark}`, description: "Marks" }),
        reply("Done."),
      ]);
      await call({ args: [...resume, "-p", "Go on."] });
      assert(model.requests.length > 0);
      assert.equal(fs.existsSync(mark), false, "a command ran that nobody allowed");
      assert(model.requests.every(({ body }) => body.model === "scripted"));
      assert(!sentTexts(model).includes(HOSTILE_INSTRUCTIONS));
      assert(!sentTexts(model).includes("autopilot_mode"));
      for (const why of [
        "rights not carried: autopilot",
        "model and provider not carried: other-model",
        "scheduled prompts not carried",
      ]) {
        assert(whys.includes(why), whys.join("\n"));
      }
    });
  });
});

interface ThreadSettings {
  readonly approvalPolicy: string;
  readonly sandbox: { readonly type: string };
  readonly cwd: string;
}

/** Continues a thread as Codex's own screen does, until it asks or the turn ends; answers with its settings. */
async function continueInAppServer(
  { agent, env, project }: Machine,
  threadId: string,
): Promise<ThreadSettings> {
  const child = spawn(agent.command, ["app-server"], {
    cwd: project,
    env: { ...env, PWD: project },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const clientInfo = { name: "test", title: "Test", version: "1" };
  send({ id: 1, method: "initialize", params: { clientInfo } });
  let settings: ThreadSettings | null = null;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, method, result, error } = JSON.parse(line);
      if (error !== undefined) throw new Error(JSON.stringify(error));
      if (id === 1 && method === undefined) {
        send({ method: "initialized" });
        send({ id: 2, method: "thread/resume", params: { threadId } });
      }
      if (id === 2 && method === undefined) {
        settings = result;
        const input = [{ type: "text", text: "Go on.", text_elements: [] }];
        send({ id: 3, method: "turn/start", params: { threadId, input } });
      }
      const isAsking = id !== undefined && method !== undefined;
      if (isAsking || method === "turn/completed") break;
    }
  } finally {
    endGroup(child);
  }
  assert(settings);
  return settings;
}

/** Ends a program that a test started, with all that it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Everything that Claude Code would ask a person at its first start, and an agent of the user. */
function writeClaudeSettings({ home, project }: Machine, elsewhere: string): void {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const settings = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["any"], rejected: [] },
    projects: { [project]: trusted, [elsewhere]: trusted },
  };
  fs.writeFileSync(path.join(home, ".claude.json"), JSON.stringify(settings));
  const folder = path.join(home, ".claude/agents");
  fs.mkdirSync(folder, { recursive: true });
  const head = "---\nname: gardener\ndescription: Gardens\n---\n";
  fs.writeFileSync(path.join(folder, "gardener.md"), `${head}You are the gardener.\n`);
}

const LIMIT_MS = 90_000;

/** Continues in a terminal until the program asks or the model hears of the result; answers with the screen. */
async function untilAsked(
  { agent, env, project, model }: Attack,
  resume: readonly string[],
): Promise<string> {
  const command = [agent.command, ...resume, "'Go on.'"].join(" ");
  // Only in a terminal does it restore its mode of permissions.
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    cwd: project,
    env: { ...env, PWD: project, TERM: "xterm-256color", COLUMNS: "120", LINES: "50" },
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  let screen = "";
  const ended = Promise.withResolvers<void>();
  const look = (chunk: Buffer) => {
    screen = (screen + plainText(chunk)).slice(-200_000);
    if (/Doyouwantto/.test(screen) || model.remaining() === 0) ended.resolve();
  };
  child.stdout.on("data", look);
  child.on("exit", () => ended.resolve());
  const timer = setTimeout(() => ended.resolve(), LIMIT_MS);
  await ended.promise;
  clearTimeout(timer);
  endGroup(child);
  return screen;
}

/** What a terminal shows, without its control sequences and blanks. */
function plainText(chunk: Buffer): string {
  return stripVTControlCharacters(chunk.toString("utf8")).replaceAll(/\s+/g, "");
}
