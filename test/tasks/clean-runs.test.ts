/** Real agents do tasks in a clean home: nothing of the user's files reaches the model, and nothing is left in their lists. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { writeConfiguration } from "../agents/drivers/files.ts";
import { type TaskAgentName, taskAgentNames } from "../agents/programs.ts";
import {
  exampleTasks,
  holdallJson,
  skipWithoutAgents as skip,
  withAgents,
} from "./agents-at-work.ts";

/** A word of the user's instructions for each agent, which no task contains. */
const instructions: Readonly<Record<TaskAgentName, string>> = {
  claude: "plover-of-claude",
  codex: "plover-of-codex",
  gemini: "plover-of-gemini",
  opencode: "plover-of-opencode",
  pi: "plover-of-pi",
};

/** Instructions, skills, hooks, servers and extensions of a user, as each agent knows them; programs leave a mark. */
function furnish(home: string, marks: string): void {
  fs.mkdirSync(marks);
  const mark = (name: string) => `touch ${path.join(marks, name)}`;
  const write = (file: string, content: string | object) =>
    writeConfiguration(path.join(home, file), content);
  const change = (file: string, more: object) => {
    const found = path.join(home, file);
    const before = fs.existsSync(found) ? JSON.parse(fs.readFileSync(found, "utf8")) : {};
    write(file, { ...before, ...more });
  };
  const server = (name: string) => ({
    mcpServers: { own: { command: "sh", args: ["-c", mark(`server-of-${name}`)] } },
  });
  const hook = (name: string) => ({
    hooks: {
      SessionStart: [
        {
          matcher: "*",
          hooks: [
            {
              name: "own",
              type: "command",
              command: `${mark(`hook-of-${name}`)}; echo hook-plover`,
            },
          ],
        },
      ],
    },
  });
  const skill = `---\nname: waders\ndescription: skill-plover\n---\nskill-plover\n`;
  write(".claude/CLAUDE.md", `Always say ${instructions.claude}.`);
  write(".claude/skills/waders/SKILL.md", skill);
  change(".claude/settings.json", hook("claude"));
  change(".claude.json", server("claude"));
  write(".codex/AGENTS.md", `Always say ${instructions.codex}.`);
  const config = path.join(home, ".codex/config.toml");
  const own = `developer_instructions = "developer-plover"\n`;
  const tables = `[mcp_servers.own]\ncommand = "sh"\nargs = ["-c", "${mark("server-of-codex")}"]\n`;
  fs.writeFileSync(config, `${own}${fs.readFileSync(config, "utf8")}${tables}`);
  write(".gemini/GEMINI.md", `Always say ${instructions.gemini}.`);
  change(".gemini/settings.json", { ...hook("gemini"), ...server("gemini") });
  write(".config/opencode/AGENTS.md", `Always say ${instructions.opencode}.`);
  write(
    ".config/opencode/plugins/own.js",
    `export const Own = async () => { (await import("node:fs")).writeFileSync(${JSON.stringify(path.join(marks, "plugin-of-opencode"))}, ""); return {}; };`,
  );
  write(".pi/agent/AGENTS.md", `Always say ${instructions.pi}.`);
  write(
    ".pi/agent/extensions/own.js",
    `import fs from "node:fs"; export default () => fs.writeFileSync(${JSON.stringify(path.join(marks, "extension-of-pi"))}, "");`,
  );
  write(".agents/skills/waders/SKILL.md", skill);
}

/** Every file of a folder with its digest; what Holdall itself keeps is left out. */
function filesOf(home: string): Record<string, string> {
  const names = fs.readdirSync(home, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => fs.lstatSync(path.join(home, name)).isFile());
  const digest = (name: string) =>
    createHash("sha256")
      .update(fs.readFileSync(path.join(home, name)))
      .digest("hex");
  const kept = files.filter((name) => !/^\.(?:local\/share|cache)\/holdall\//.test(name));
  return Object.fromEntries(kept.map((name) => [name, digest(name)]));
}

interface Sessions {
  readonly found: number;
  readonly sessions: readonly { readonly agent: string }[];
}

/** One of them for each agent shows what reaches the model; `real-agents.test.ts` can do them all. */
const tasks = exampleTasks.slice(0, 1);

test("five agents do a task in a clean home; the model sees nothing of the user's files, and lists stay empty", {
  skip,
}, async () => {
  await withAgents(tasks, async ({ folder, env, model, run }) => {
    const marks = path.join(folder, "marks");
    furnish(env.HOME, marks);
    const before = filesOf(env.HOME);
    const runs = await run("--jobs", "2");
    assert.equal(runs.length, taskAgentNames.length);
    for (const { tool, bundle, state, reason, status, home } of runs) {
      const label = `${tool} ${path.basename(bundle)} ${reason ?? ""}`;
      assert.deepEqual([state, status, home?.kind], ["ran", "success", "clean"], label);
      const read = (name: string) => fs.readFileSync(path.join(bundle, name), "utf8");
      assert.match(read("transcript/transcript.jsonl"), /fake-agent\.mjs/, label);
      assert.deepEqual(JSON.parse(read("bundle.json")).run.home, home, label);
    }
    const sent = JSON.stringify(model.requests);
    assert.doesNotMatch(sent, /plover/);
    assert.deepEqual(fs.readdirSync(marks), []);
    assert.deepEqual(filesOf(env.HOME), before);
    assert.deepEqual(fs.readdirSync(path.join(env.HOME, ".local/share/holdall/homes")), []);
    const listed: Sessions = await holdallJson(["sessions", "--all", "--runs"], env, folder);
    assert.equal(listed.found, 0);
  });
});

test("with --home mine the model sees the user's instructions, and only --runs lists the sessions", {
  skip,
}, async () => {
  await withAgents(tasks, async ({ folder, env, model, run }) => {
    const marks = path.join(folder, "marks");
    furnish(env.HOME, marks);
    const runs = await run("--home", "mine", "--jobs", "2");
    assert.deepEqual(new Set(runs.map(({ home }) => home?.kind)), new Set(["mine"]));
    const sent = JSON.stringify(model.requests);
    for (const name of taskAgentNames) assert.match(sent, new RegExp(instructions[name]), name);
    assert.notDeepEqual(fs.readdirSync(marks), []);
    const list = async (...more: readonly string[]): Promise<Sessions> =>
      holdallJson(["sessions", "--all", ...more], env, folder);
    assert.equal((await list()).found, 0);
    const { sessions } = await list("--runs");
    assert.deepEqual(sessions.map(({ agent }) => agent).toSorted(), [...taskAgentNames]);
  });
});

/** Moves every login from the environment and the settings into the file where the agent's own command puts it. */
function signIn(home: string, url: string): void {
  const write = (file: string, content: string | object) =>
    writeConfiguration(path.join(home, file), content);
  const edit = (file: string, change: (text: string) => string) =>
    write(file, change(fs.readFileSync(path.join(home, file), "utf8")));
  const expires = Date.now() + 3_600_000;
  const tokens = { accessToken: "login-of-claude", refreshToken: "r", expiresAt: expires };
  write(".claude/.credentials.json", {
    claudeAiOauth: { ...tokens, scopes: ["user:inference"], subscriptionType: "max" },
  });
  write(".claude/settings.json", { env: { ANTHROPIC_BASE_URL: url } });
  write(".codex/auth.json", { OPENAI_API_KEY: "login-of-codex" });
  edit(".codex/config.toml", (text) =>
    text.replace('env_key = "MOCK_KEY"', "requires_openai_auth = true"),
  );
  write(".gemini/.env", `GEMINI_API_KEY=login-of-gemini\nGOOGLE_GEMINI_BASE_URL=${url}\n`);
  write(".local/share/opencode/auth.json", { mock: { type: "api", key: "login-of-opencode" } });
  edit(".config/opencode/opencode.json", (text) => text.replace(/,\s*"apiKey": "any"/, ""));
  write(".pi/agent/auth.json", { mock: { type: "api_key", key: "login-of-pi" } });
}

test("in a clean home each agent finds the login that the user's home has", { skip }, async () => {
  await withAgents(tasks, async ({ env, model, run }) => {
    const isLogin = (name: string) => /^(?:ANTHROPIC|GEMINI_API|GOOGLE)_/.test(name);
    for (const name of Object.keys(env).filter(isLogin)) delete env[name];
    signIn(env.HOME, model.url);
    const runs = await run("--jobs", "2");
    assert.deepEqual(
      [...new Set(model.requests.map(({ key }) => key))].toSorted(),
      taskAgentNames.map((name) => `login-of-${name}`),
    );
    assert.deepEqual(new Set(runs.map(({ status }) => status)), new Set(["success"]));
  });
});
