import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { launcher } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
let projects = 0;

/** A home with a project that has a workspace. */
function createProject(files: Readonly<Record<string, string>> = {}) {
  const home = writeFiles(path.join(scratch, `home-${projects++}`), {
    "project/.keep": "",
    ...files,
  });
  const project = path.join(home, "project");
  const env = { HOME: home, CODEX_HOME: undefined, CLAUDE_CONFIG_DIR: undefined };
  const start = { cwd: project, env };
  holdall(["init"], start);
  return {
    home,
    project,
    run: (...args: string[]) => holdallJson(args, start),
    /** Runs the hook as a host would: from elsewhere, with its words on standard input. */
    hook: (event: string, body: unknown, host = "claude") => {
      const input =
        typeof body === "string" ? body : JSON.stringify({ cwd: project, ...Object(body) });
      const args = [launcher, "hook", event, "--host", host];
      const ran = spawnSync(process.execPath, args, {
        cwd: scratch,
        env: { ...process.env, XDG_CONFIG_HOME: path.join(home, ".config") },
        input,
        encoding: "utf8",
      });
      const context = ran.stdout.startsWith("{")
        ? JSON.parse(ran.stdout).hookSpecificOutput.additionalContext
        : null;
      return {
        code: ran.status,
        stdout: ran.stdout,
        stderr: ran.stderr,
        context: context as string | null,
      };
    },
  };
}

const log = (project: string) => {
  const file = path.join(project, ".holdall/hooks.log");
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
};

test("a hook writes its errors through no link that came with the project", () => {
  const { project, hook } = createProject();
  const mine = path.join(project, "mine");
  fs.writeFileSync(mine, "mine\n");
  fs.symlinkSync(mine, path.join(project, ".holdall/hooks.log"));
  assert.equal(hook("session-start", { session_id: "s1", source: "startup" }).code, 0);
  assert.equal(fs.readFileSync(mine, "utf8"), "mine\n");
});

test("hook pre-compact writes a checkpoint, and session-start after it restores task, next step and constraints", () => {
  const { project, run, hook } = createProject();
  run(
    "state",
    "commit",
    "Never edit the generated files",
    "--slot",
    "constraint",
    "--score",
    "0.9",
  );
  run(
    "session",
    "checkpoint",
    "--agent-id",
    "ada",
    "--current-task",
    "port the parser",
    "--next-step",
    "run its tests",
  );
  const before = run("session", "list").json;
  const compact = hook("pre-compact", { session_id: "s1", trigger: "auto" });
  assert.deepEqual([compact.code, compact.stdout, compact.stderr], [0, "", ""]);
  assert.match(JSON.stringify(run("session", "list").json), /"agent_id":"claude"/);
  assert.notDeepEqual(run("session", "list").json, before);
  const { code, context } = hook("session-start", { session_id: "s1", source: "compact" });
  assert.equal(code, 0);
  for (const part of ["port the parser", "run its tests", "Never edit the generated files"]) {
    assert.ok(context?.includes(part), part);
  }
  assert.equal(log(project), "");
});

test("hook session-start finds the task that a checkpoint of the host's session named", () => {
  const { run, hook } = createProject();
  const there = [
    "--session",
    "release",
    "--task",
    "api",
    "--host",
    "claude",
    "--host-session",
    "s7",
  ];
  run(
    "session",
    "checkpoint",
    "--agent-id",
    "claude",
    "--current-task",
    "cut the release",
    ...there,
  );
  run("session", "use", "default");
  run("state", "commit", "Something else is current now", "--slot", "fact", "--score", "0.9");
  assert.match(
    hook("session-start", { session_id: "s7", source: "resume" }).context ?? "",
    /cut the release/,
  );
  assert.match(hook("session-start", { session_id: "s8" }).context ?? "", /Something else/);
});

test("hook session-start says the same for the same state, and nothing to a conversation that has it", () => {
  const { project, run, hook } = createProject();
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  const first = hook("session-start", { session_id: "s", source: "startup" }).context ?? "";
  assert.equal(hook("session-start", { session_id: "s", source: "startup" }).context, first);
  const transcript_path = path.join(project, "transcript.jsonl");
  fs.writeFileSync(transcript_path, `${JSON.stringify({ text: first })}\n`);
  assert.equal(hook("session-start", { source: "resume", transcript_path }).context, null);
  assert.equal(hook("session-start", { source: "compact", transcript_path }).context, first);
  run("state", "commit", "The host is called heron", "--slot", "fact", "--score", "0.9");
  assert.match(hook("session-start", { source: "resume", transcript_path }).context ?? "", /heron/);
});

test("hook session-start changes nothing in the workspace", () => {
  const { run, hook } = createProject();
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  const before = run("status").json;
  hook("session-start", { session_id: "s" });
  assert.deepEqual(run("status").json.events, before.events);
});

test("a hook ends well whatever it is told, and says what was wrong in the log alone", () => {
  const { project, hook } = createProject();
  const inputs = [
    "",
    "{",
    "null",
    "[]",
    '{"session_id":7,"cwd":{}}',
    { session_id: "x".repeat(9999) },
    { cwd: "/nowhere" },
  ];
  for (const event of ["session-start", "pre-compact", "no-such-event"]) {
    for (const each of inputs) {
      const { code, stdout, stderr } = hook(event, each);
      assert.deepEqual(
        [code, stdout, stderr],
        [0, "", ""],
        `${event} ${JSON.stringify(each).slice(0, 40)}`,
      );
    }
  }
  assert.equal(log(project), "");
  fs.writeFileSync(path.join(project, "holdall.yaml"), "hooks: [");
  assert.equal(hook("session-start", {}).code, 0);
  assert.match(log(project), /claude session-start {2}E_/);
  for (const name of fs.readdirSync(path.join(project, ".holdall"))) {
    if (/sqlite|\.db/.test(name))
      fs.writeFileSync(path.join(project, ".holdall", name), "not a database");
  }
  assert.equal(hook("pre-compact", {}).code, 0);
});

test("hook session-start stays within its cap over a state that is larger", async () => {
  const { project, run, hook } = createProject({
    "project/holdall.yaml": "hooks:\n  max_tokens: 300\n",
  });
  const subjects = ["tides", "kilns", "looms", "wheat", "clocks", "rafts", "ovens", "bells"];
  for (const [at, subject] of subjects.entries()) {
    const text = `${subject}: ${`${subject} ${at * 37} need ${subject}-keepers in ${subject}ville; `.repeat(6)}`;
    run("state", "commit", text, "--slot", "fact", "--score", "0.9");
  }
  const { entries } = run("state", "show").json;
  assert.equal((entries as unknown[]).length, subjects.length);
  const { count } = await loadTokenCounter("o200k_base");
  const { context } = hook("session-start", {});
  assert.ok(context !== null && count(context) <= 300, log(project));
});

const FOREIGN = {
  "project/.claude/settings.json": `{
  "permissions": { "allow": ["Bash(ls:*)"] },
  "hooks": {
    "SessionStart": [{ "matcher": "startup", "hooks": [{ "type": "command", "command": "echo hi" }] }]
  }
}
`,
  "project/.codex/hooks.json":
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}',
};

test("hooks install adds ours once and keeps those of others; uninstall leaves the files as they were", () => {
  const { home, project, run } = createProject(FOREIGN);
  const before = picture(home);
  const actions = (verb: string) =>
    (run("hooks", verb, "--claude", "--codex").json.changes as { action: string }[]).map(
      ({ action }) => action,
    );
  assert.deepEqual(actions("install"), ["added", "added"]);
  assert.deepEqual(actions("install"), ["unchanged", "unchanged"]);
  const settings = JSON.parse(fs.readFileSync(path.join(project, ".claude/settings.json"), "utf8"));
  assert.equal(settings.hooks.SessionStart.length, 2);
  assert.equal(settings.hooks.SessionStart[0].hooks[0].command, "echo hi");
  // A file that a project shares names no path of one machine.
  assert.equal(
    settings.hooks.PreCompact[0].hooks[0].command,
    "holdall hook pre-compact --host claude",
  );
  assert.deepEqual(actions("uninstall"), ["removed", "removed"]);
  assert.deepEqual(picture(home), before);
});

test("hooks install refuses a file whose hooks are no lists", () => {
  const { run } = createProject({
    "project/.claude/settings.json": '{"hooks":{"SessionStart":{}}}',
  });
  assert.equal(Object(run("hooks", "install", "--claude").json.error).code, "E_SHAPE");
});

test("hooks preview gives word for word what a session gets, and records nothing", () => {
  const { run, hook } = createProject();
  assert.equal(run("hooks", "preview").json.text, null);
  run("state", "commit", "We chose SQLite for the readings", "--slot", "decision");
  const chain = () => Object(run("ledger", "heads").json.heads).chain;
  const before = chain();
  const { text, tokens } = run("hooks", "preview", "claude").json;
  assert.match(String(text), /We chose SQLite/);
  assert.ok(Number(tokens) > 0);
  assert.equal(chain(), before);
  assert.equal(hook("session-start", { session_id: "s", source: "startup" }).context, text);
});

test("hooks status says that Codex waits for its user's review, until the review is recorded", () => {
  const { home, project, run } = createProject();
  run("hooks", "install", "--claude", "--codex");
  const { code, json } = run("hooks", "status");
  assert.equal(code, 1);
  const hooks = json.hooks as { host: string; event: string; runs: boolean; cure: string | null }[];
  assert.deepEqual(
    hooks.map(({ host, event, runs }) => [host, event, runs]),
    [
      ["claude", "session-start", true],
      ["claude", "pre-compact", true],
      ["claude", "session-end", true],
      ["codex", "session-start", false],
      ["codex", "pre-compact", false],
      ["codex", "session-end", false],
    ],
  );
  const file = path.join(project, ".codex/hooks.json");
  const reviewed = ["session_start", "pre_compact", "session_end"].map(
    (event) => `[hooks.state."${file}:${event}:0:0"]\ntrusted_hash = "sha256:00"\n`,
  );
  writeFiles(home, { ".codex/config.toml": reviewed.join("\n") });
  assert.equal(run("hooks", "status").code, 0);
});

test("hooks install lets Gemini CLI restore the state, and asks it for no checkpoints", () => {
  const settings = '{"theme":"Default"}\n';
  const { home, project, run } = createProject({ "project/.gemini/settings.json": settings });
  const before = picture(home);
  run("hooks", "install", "--gemini");
  const { hooks } = JSON.parse(
    fs.readFileSync(path.join(project, ".gemini/settings.json"), "utf8"),
  );
  assert.deepEqual(Object.keys(hooks), ["SessionStart"]);
  assert.equal(hooks.SessionStart[0].hooks[0].name, "holdall");
  assert.match(hooks.SessionStart[0].hooks[0].command, /hook session-start --host gemini$/);
  assert.equal(run("hooks", "status", "--gemini").code, 0);
  run("hooks", "uninstall", "--gemini");
  assert.deepEqual(picture(home), before);
});

/** Locks the workspace of a project from another process until it is ended. */
async function keepLocked(project: string, how: string): Promise<ChildProcess> {
  const script = `
    const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(${JSON.stringify(path.join(project, ".holdall/ledger.sqlite"))});
    database.exec(${JSON.stringify(how)});
    console.log("held");
    setInterval(() => database.isOpen, 1000);`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  after(() => child.kill());
  await once(child.stdout, "data");
  return child;
}

for (const [what, how] of [
  ["writes", "begin immediate"],
  ["keeps everyone out", "pragma locking_mode = exclusive; begin exclusive"],
] as const) {
  test(`a hook does not hold its host while another process ${what}`, async () => {
    const { project, run, hook } = createProject({
      ".config/holdall/config.yaml": "hooks:\n  timeout_ms: 1000\n",
    });
    run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
    const holder = await keepLocked(project, how);
    assert.equal(hook("pre-compact", { session_id: "s" }).code, 0);
    assert.match(log(project), /claude pre-compact {2}E_LOCKED/);
    assert.equal(hook("session-start", { session_id: "s" }).code, 0);
    holder.kill();
    await once(holder, "exit");
    assert.match(hook("session-start", { session_id: "s" }).context ?? "", /7341/);
  });
}

/** What a project's file may contain so that hooks do nothing, if they believe it. */
const silencing: Readonly<Record<string, string>> = {
  "a time that no timer takes": "hooks:\n  timeout_ms: 99999999999\n",
  "no tokens to speak of": "hooks:\n  max_tokens: 1\n",
  "values that it cannot have": "hooks:\n  max_tokens: none\nstate: 7\n",
  "something that is no YAML": "hooks: [\n\t}",
};

for (const [what, text] of Object.entries(silencing)) {
  test(`a project's file does not switch hooks off with ${what}`, () => {
    const { project, run, hook } = createProject();
    run("state", "commit", "Never push to main", "--slot", "constraint", "--score", "0.9");
    fs.writeFileSync(path.join(project, "holdall.yaml"), text);
    const { code, context } = hook("session-start", { session_id: "s", source: "startup" });
    assert.equal(code, 0);
    assert.match(context ?? "", /Never push to main/);
    assert.equal(hook("pre-compact", { session_id: "s", trigger: "auto" }).code, 0);
    fs.rmSync(path.join(project, "holdall.yaml"));
    assert.match(JSON.stringify(run("session", "list").json), /"agent_id":"claude"/);
  });
}

test("a project's file that cannot be used is in the log of hooks", () => {
  const { project, run, hook } = createProject();
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  fs.writeFileSync(path.join(project, "holdall.yaml"), "state: 7\n");
  hook("session-start", { session_id: "s", source: "startup" });
  assert.match(log(project), /E_SHAPE.*holdall\.yaml/);
});

for (const wrong of ["999", "600001", "0", "99999999999"]) {
  test(`the user's hooks.timeout_ms has bounds: ${wrong} is refused`, () => {
    const { run } = createProject();
    const { code, json } = run("config", "set", "hooks.timeout_ms", wrong);
    assert.deepEqual([code === 0, Object(json.error).code], [false, "E_SHAPE"]);
  });
}

test("hooks.timeout_ms in a project's file is reported: only the user's file may set it", () => {
  const { project, run } = createProject();
  fs.writeFileSync(path.join(project, "holdall.yaml"), "hooks:\n  timeout_ms: 1\n");
  const { stderr } = run("state", "show");
  assert.match(stderr, /holdall\.yaml: "hooks\.timeout_ms" is ignored here; only .*config\.yaml/);
});

test("a hook does not wait for a host that never ends its sentence", async () => {
  const { project } = createProject();
  const args = [launcher, "hook", "session-start", "--host", "claude"];
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: ["pipe", "pipe", "inherit"],
  });
  after(() => child.kill());
  const [code] = await once(child, "exit", { signal: AbortSignal.timeout(20_000) });
  assert.equal(code, 0);
});

/** A session of Claude Code in which something was decided. */
function writeTranscript(project: string) {
  const transcript_path = path.join(project, "11111111-2222-4333-8444-555555555555.jsonl");
  const sessionId = path.basename(transcript_path, ".jsonl");
  const record = (uuid: string, parentUuid: string | null, type: string, content: string) => ({
    parentUuid,
    isSidechain: false,
    userType: "external",
    cwd: project,
    sessionId,
    version: "2.1.0",
    type,
    message: { role: type, content },
    uuid,
    timestamp: "2026-03-01T12:00:00.000Z",
  });
  const lines = [
    record("a", null, "user", "Always cache listings for 90 seconds. Never cache prices."),
    record("b", "a", "user", "Go on with the parser."),
  ];
  fs.writeFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { transcript_path, sessionId };
}

test("a project's file does not switch hooks off with a time in which nothing is read", () => {
  const { project, run, hook } = createProject({
    "project/holdall.yaml": "hooks:\n  timeout_ms: 1\n",
  });
  const { sessionId, transcript_path } = writeTranscript(project);
  hook("pre-compact", { session_id: sessionId, transcript_path, trigger: "auto" });
  assert.equal(log(project), "");
  assert.match(JSON.stringify(run("state", "review").json), /cache listings for 90 seconds/);
});

test("hook pre-compact proposes claims, puts none in force, and dreams when it is told to", async () => {
  const { project, run, hook } = createProject({
    "project/holdall.yaml": "hooks:\n  dream_on_compact: true\n",
  });
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  const { sessionId, transcript_path } = writeTranscript(project);
  const ran = hook("pre-compact", { session_id: sessionId, transcript_path, trigger: "auto" });
  assert.deepEqual([ran.code, log(project)], [0, ""]);
  const { context } = hook("session-start", { session_id: sessionId, source: "compact" });
  const waiting = JSON.stringify(run("state", "review").json);
  for (const part of ["cache listings for 90 seconds", "Never cache prices"]) {
    assert.ok(waiting.includes(part), part);
    assert.ok(!context?.includes(part), part);
  }
  const [dream] = await until(() =>
    fs.globSync(".holdall/dreams/*/manifest.json", { cwd: project }),
  );
  const shown = run("dream", "diff", path.dirname(dream ?? ""));
  assert.equal(shown.code === 0 || shown.code === 1, true, shown.stderr);
  assert.equal(log(project), "");
});

test("only the user's own settings put proven claims in force at a hook", () => {
  const setting = "hooks:\n  keep_proven_claims: true\n";
  for (const [file, isKept] of [
    ["project/holdall.yaml", false],
    [".config/holdall/config.yaml", true],
  ] as const) {
    const { project, run, hook } = createProject({ [file]: setting });
    const { sessionId, transcript_path } = writeTranscript(project);
    const { stdout } = hook("pre-compact", { session_id: sessionId, transcript_path });
    assert.match(stdout, /^End the summary with a section "Claims"/);
    fs.rmSync(path.join(project, "holdall.yaml"), { force: true });
    const shown = JSON.stringify(run("state", "show").json);
    assert.equal(shown.includes("cache listings for 90 seconds"), isKept, file);
  }
});

test("a summary that cites itself or an earlier summary proves nothing, and session-end reads it", () => {
  const { project, run, hook } = createProject();
  const { sessionId, transcript_path } = writeTranscript(project);
  const record = (uuid: string, parentUuid: string, text: string) => ({
    sessionId,
    uuid,
    parentUuid,
    type: "user",
    isCompactSummary: true,
    timestamp: "2026-03-01T12:00:00.000Z",
    message: { role: "user", content: text },
  });
  const claim = (text: string, item: number) => JSON.stringify({ claim: text, kind: "fact", item });
  const story = "The gauge at the pier was replaced in May";
  const longer = `${story}. ${"The work went on as planned and nothing else happened. ".repeat(12)}`;
  const summary = `${longer}\n${claim(story, 3)}\n${claim(story, 4)}\n${claim("Never cache prices", 1)}`;
  const added = [record("c", "b", longer), record("d", "c", summary)];
  fs.appendFileSync(transcript_path, added.map((line) => `${JSON.stringify(line)}\n`).join(""));
  hook("session-end", { session_id: sessionId, transcript_path });
  const { waiting } = run("state", "review").json as {
    waiting: { text: string; doubt: unknown }[];
  };
  const of = (text: string) => waiting.filter((each) => each.text === text);
  assert.deepEqual(
    of(story).map(({ doubt }) => doubt),
    ["only a summary supports it"],
  );
  assert.equal(of("Never cache prices").length, 1);
  assert.equal(log(project), "");
});

test("hook pre-compact writes its checkpoint when the transcript cannot be read", () => {
  const { project, run, hook } = createProject({
    "project/holdall.yaml": "hooks:\n  claims_on_compact: true\n",
    "project/transcript.jsonl": "not a session\n",
  });
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  const transcript_path = path.join(project, "transcript.jsonl");
  assert.equal(hook("pre-compact", { session_id: "s", transcript_path }).code, 0);
  assert.match(log(project), /claude propose {2}E_FORMAT/);
  assert.match(JSON.stringify(run("session", "list").json), /"agent_id":"claude"/);
});

/** What a detached process makes, once it is there. */
async function until(look: () => string[]): Promise<string[]> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = look();
    if (found.length > 0 || Date.now() > deadline) return found;
    await wait(100);
  }
}

test("hooks install for Cursor and VS Code lists hooks in their own form; uninstall removes files that were ours", () => {
  const { home, project, run } = createProject();
  const before = picture(home);
  const hosts = ["--cursor", "--vscode"];
  run("hooks", "install", ...hosts);
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(project, file), "utf8"));
  assert.deepEqual(read(".cursor/hooks.json"), {
    version: 1,
    hooks: {
      sessionStart: [{ command: "holdall hook session-start --host cursor", timeout: 10 }],
      preCompact: [{ command: "holdall hook pre-compact --host cursor", timeout: 10 }],
    },
  });
  const { SessionStart: started } = read(".github/hooks/holdall.json").hooks;
  assert.equal(started[0].command, "holdall hook session-start --host vscode");
  assert.equal((run("hooks", "status").json.hooks as unknown[]).length, 4);
  const again = run("hooks", "install", ...hosts).json.changes as { action: string }[];
  assert.ok(again.every(({ action }) => action === "unchanged"));
  run("hooks", "uninstall", ...hosts);
  const kinds = Object.values(picture(home)).filter((kind) => !/folder$/.test(String(kind)));
  assert.deepEqual(
    kinds,
    Object.values(before).filter((kind) => !/folder$/.test(String(kind))),
  );
});

test("hooks install for Cursor keeps the hooks of others, and uninstall leaves the file as it was", () => {
  const settings =
    '{"version":1,"hooks":{"stop":[{"command":"true"}],"sessionStart":[{"command":"x"}]}}';
  const { home, run } = createProject({ "project/.cursor/hooks.json": settings });
  const before = picture(home);
  run("hooks", "install", "--cursor");
  assert.notDeepEqual(picture(home), before);
  run("hooks", "uninstall", "--cursor");
  assert.deepEqual(picture(home), before);
});

test("hooks install for opencode and pi writes a plugin, and never over a file of someone else", () => {
  const { home, project, run } = createProject({
    "project/.pi/extensions/holdall.js": "// mine\n",
  });
  run("hooks", "install", "--opencode");
  const plugin = path.join(project, ".opencode/plugins/holdall.js");
  assert.match(fs.readFileSync(plugin, "utf8"), /const COMMAND = \["holdall","hook"\]/);
  const { hooks } = run("hooks", "status", "--opencode").json;
  assert.deepEqual(
    (hooks as { event: string; command: string }[]).map(({ event, command }) => [event, command]),
    [
      ["session-start", "holdall hook"],
      ["pre-compact", "holdall hook"],
    ],
  );
  const before = picture(home);
  assert.equal(Object(run("hooks", "install", "--pi").json.error).code, "E_EXISTS");
  run("hooks", "uninstall", "--pi");
  assert.deepEqual(picture(home), before);
  const ours = fs.readFileSync(plugin, "utf8");
  // A project may bring a file that only begins like ours.
  fs.writeFileSync(
    plugin,
    ours.replace(/^const COMMAND = .*$/m, "const COMMAND = [run, anything];"),
  );
  const [strange] = run("hooks", "status", "--opencode").json.hooks as { command: string }[];
  assert.equal(strange?.command, "[run, anything]");
  fs.writeFileSync(plugin, ours);
  run("hooks", "uninstall", "--opencode");
  assert.equal(fs.existsSync(plugin), false);
});

test("hooks install refuses a host that runs no hooks", () => {
  const { run } = createProject();
  assert.equal(Object(run("hooks", "install", "--claude-desktop").json.error).code, "E_USAGE");
});

test("hook session-start understands the words of Cursor and of VS Code, and answers in theirs", () => {
  const { project, run } = createProject();
  run("state", "commit", "The port is 7341", "--slot", "fact", "--score", "0.9");
  const answerTo = (host: string, call: object) => {
    const args = [launcher, "hook", "session-start", "--host", host];
    const input = JSON.stringify(call);
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: scratch,
      input,
      encoding: "utf8",
    });
    return JSON.parse(stdout);
  };
  const cursor = answerTo("cursor", { conversation_id: "c", workspace_roots: [project, "/x"] });
  assert.match(cursor.additional_context, /7341/);
  const vscode = answerTo("vscode", { sessionId: "s", cwd: project, source: "new" });
  assert.match(vscode.hookSpecificOutput.additionalContext, /7341/);
});
