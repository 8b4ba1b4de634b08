import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import presentSetup, { planLines } from "../../src/cli/present/host/setup.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { SetupReport } from "../../src/hosts/setup/set-up.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import { type ScriptedModel, startModel } from "../agents/model/server.ts";
import type { AgentName } from "../agents/programs.ts";
import { answerOnTerminal } from "../support/on-terminal.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";

/** Settings as people have them: comments, no last line break, an empty list, everything on one line. */
const SETTINGS = {
  ".claude.json": `{\n  "numStartups": 12345678901234567890,\n  "env": { "TOKEN": "${SECRET}" }\n}`,
  ".claude/settings.json": '{\n\t// mine\n\t"hooks": {}\n}\n',
  ".codex/config.toml": '# mine\nmodel = "m"',
  ".gemini/settings.json": '{"theme":"dark","mcpServers":{}}',
};

/** A home with programs that do nothing, and settings. */
function machineWith(programs: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const scratch = makeScratch();
  const home = writeFiles(path.join(scratch, "home"), { "project/.keep": "", ...files });
  const bin = path.join(scratch, "bin");
  fs.mkdirSync(bin);
  for (const name of programs) {
    fs.writeFileSync(path.join(bin, name), "#!/bin/sh\n", { mode: 0o755 });
  }
  const none = { CODEX_HOME: undefined, CLAUDE_CONFIG_DIR: undefined, XDG_CONFIG_HOME: undefined };
  const env = { ...none, HOME: home, PATH: bin, XDG_STATE_HOME: path.join(scratch, "state") };
  const cwd = path.join(home, "project");
  return {
    home,
    context: { ...contextIn(cwd), agents: { home, env } },
    setup(...flags: string[]) {
      const { code, json } = holdallJson(["setup", ...flags], { cwd, env });
      const { error } = json as { readonly error?: { readonly code: string } };
      return { exit: code, error: error?.code, out: json as unknown as SetupReport };
    },
  };
}

/** What was done for each agent, step by step. */
function actionsIn({ agents }: SetupReport) {
  return Object.fromEntries(
    agents.map(({ agent, steps }) => [agent, steps.map(({ action }) => action)]),
  );
}

test("setup without a person or --yes shows what it would do, and changes nothing", async () => {
  const { home, setup } = machineWith(["claude", "pi", "qwen"], SETTINGS);
  const before = picture(home);
  for (const flags of [[], ["--dry-run", "--yes"]]) {
    const { out, exit } = setup(...flags);
    assert.deepEqual([exit, out.dry_run, out.undoable], [0, true, 0]);
    assert.deepEqual(actionsIn(out), {
      claude: ["added", "added"],
      pi: ["missing", "added"],
    });
    assert.deepEqual(out.others, ["Qwen Code"]);
    const [servers, hooks, extension] = out.files;
    assert.match(servers?.diff ?? "", /^\+\s.*"holdall"/m);
    assert.match(hooks?.diff ?? "", /^\+\s.*hook session-start --host claude/m);
    assert.deepEqual([hooks?.is_new, extension?.is_new], [false, true]);
    assert.equal(JSON.stringify(out).includes(SECRET), false);
  }
  assert.deepEqual(picture(home), before);
});

test("setup ends with the command that keeps sessions, unless they are kept already", async () => {
  const { setup } = machineWith(["claude"], SETTINGS);
  const { out } = setup("--yes");
  assert.equal(out.keeps_sessions, false);
  const terminal = createTerminal({ columns: 120 }, false);
  const lines = presentSetup(out, terminal).join("\n");
  assert.match(lines, /To lose no session .*holdall keep on/);
  const kept = presentSetup({ ...out, keeps_sessions: true }, terminal).join("\n");
  assert.doesNotMatch(kept, /keep on/);
  const config = { ".config/holdall/config.yaml": "keep:\n  on: true\n" };
  assert.equal(machineWith(["claude"], config).setup().out.keeps_sessions, true);
});

test("the plan says that sessions are not kept yet", () => {
  const { out } = machineWith(["claude"]).setup("--dry-run");
  const terminal = createTerminal({ columns: 80 }, false);
  assert.match(planLines({ ...out, is_complete: true }, terminal).join("\n"), /holdall keep on/);
});

test("a person sees every line of the changes before they agree, with --dry-run and when asked", async () => {
  const { home, context, setup } = machineWith(["claude", "codex"]);
  const { out } = setup("--dry-run");
  const terminal = createTerminal({ columns: 80 }, false);
  const dry = presentSetup(out, terminal).join("\n");
  const all = out.files.flatMap(({ diff }) => diff.trimEnd().split("\n"));
  for (const line of all) assert.ok(dry.includes(line), line);
  const excerpt = planLines({ ...out, is_complete: false }, terminal).join("\n");
  assert.match(excerpt, /and \d+ lines more/);
  const { cwd, agents } = context;
  const seen = await answerOnTerminal("setup", {
    cwd,
    env: { ...agents.env, PATH: `${agents.env.PATH}:/usr/bin:/bin`, TERM: "dumb" },
    question: /\(all, claude, codex,.*none\): $/,
    answers: ["show", "none"],
  });
  // A terminal breaks a long line at its spaces.
  const inOneLine = (text: string) => text.trim().split(/\s+/).join(" ");
  for (const line of all) assert.ok(inOneLine(seen).includes(inOneLine(line)), line);
  assert.match(seen, /Nothing was changed/);
  assert.equal(fs.existsSync(path.join(home, ".claude.json")), false);
});

test("mcp install and hooks install show their changes before they ask, and how to undo them", async () => {
  const { home, context } = machineWith(["claude", "codex"]);
  const { cwd, agents } = context;
  for (const [command, undo, line] of [
    ["mcp install", "holdall mcp uninstall --claude --scope user", '"mcpServers": {'],
    ["hooks install", "holdall hooks uninstall --claude --scope user", '"SessionStart": ['],
  ] as const) {
    const before = picture(home);
    const at = {
      cwd,
      env: { ...agents.env, PATH: `${agents.env.PATH}:/usr/bin:/bin`, TERM: "dumb" },
      question: /\(all, claude, codex,.*none\): $/,
    };
    const refused = await answerOnTerminal(`${command} --scope user`, { ...at, answers: ["none"] });
    const [shown = ""] = refused.split("For which agents?");
    assert.ok(shown.includes(line), shown);
    assert.deepEqual(picture(home), before);
    const done = await answerOnTerminal(`${command} --scope user`, { ...at, answers: ["claude"] });
    assert.ok(done.includes(`To undo: ${undo}`), done);
    assert.notDeepEqual(picture(home), before);
  }
});

test("the end of a long line and the last of many lines are shown before a person agrees", () => {
  const long = `${"x".repeat(500)}END`;
  const args = [...Array(600).keys(), long].map((each) => `  "${each}",\n`).join("");
  const { setup } = machineWith(["codex"], {
    ".codex/config.toml": `[mcp_servers.holdall]\ncommand = "old"\nargs = [\n${args}]\n`,
  });
  const { out } = setup("--dry-run");
  const shown = presentSetup(out, createTerminal({ columns: 80 }, false)).join("\n");
  assert.ok(shown.includes(long));
});

test("setup --yes sets up what is found, once, and --undo gives every file its bytes back", async () => {
  const { home, setup } = machineWith(["claude", "codex", "gemini", "opencode"], SETTINGS);
  fs.renameSync(path.join(home, ".gemini/settings.json"), path.join(home, "dotfiles.json"));
  fs.symlinkSync("../dotfiles.json", path.join(home, ".gemini/settings.json"));
  const before = picture(home);
  const { out } = setup("--yes");
  assert.deepEqual(actionsIn(out), {
    claude: ["added", "added"],
    codex: ["added", "added"],
    gemini: ["added", "added"],
    opencode: ["added", "added"],
  });
  assert.equal(out.dry_run, false);
  assert.match(out.agents[1]?.todo.join() ?? "", /codex/);
  const done = picture(home);
  const again = setup("--yes").out;
  assert.deepEqual([again.files, again.undoable], [[], 1]);
  assert.ok(
    Object.values(actionsIn(again))
      .flat()
      .every((action) => action === "unchanged"),
  );
  assert.deepEqual(picture(home), done);

  const shown = setup("--undo", "--dry-run").out;
  assert.deepEqual(picture(home), done);
  const undone = setup("--undo").out;
  assert.deepEqual(undone.undone, shown.undone);
  assert.deepEqual(picture(home), before);
  assert.equal(setup("--undo").error, "E_NOT_FOUND");
});

test("setup --undo takes back one setup after the other, the newest first", async () => {
  const { home, setup } = machineWith(["claude", "gemini"], SETTINGS);
  const before = picture(home);
  setup("--claude", "--yes");
  const between = picture(home);
  assert.deepEqual(actionsIn(setup("--gemini", "--yes").out), {
    gemini: ["added", "added"],
  });
  assert.equal(setup("--undo").out.undoable, 1);
  assert.deepEqual(picture(home), between);
  setup("--undo");
  assert.deepEqual(picture(home), before);
});

test("setup --undo keeps what an agent has written since, and removes our entries from it", async () => {
  const { home, setup } = machineWith(["claude", "codex"], {
    ".claude.json": '{\n  "numStartups": 1\n}\n',
  });
  setup("--yes");
  const count = path.join(home, ".claude.json");
  fs.writeFileSync(count, fs.readFileSync(count, "utf8").replace(": 1", ": 2"));
  const config = path.join(home, ".codex/config.toml");
  fs.appendFileSync(config, '\n[projects."/x"]\ntrust_level = "trusted"\n');
  fs.writeFileSync(path.join(home, ".codex/history.jsonl"), "{}\n");
  const { undone } = setup("--undo").out;
  const actionOf = (file: string) => undone.find((each) => each.file.endsWith(file))?.action;
  assert.deepEqual([".claude.json", "settings.json", "config.toml", "hooks.json"].map(actionOf), [
    "cleaned",
    "removed",
    "cleaned",
    "removed",
  ]);
  assert.deepEqual(JSON.parse(fs.readFileSync(count, "utf8")), { numStartups: 2 });
  assert.equal(fs.readFileSync(config, "utf8").includes("holdall"), false);
  assert.match(fs.readFileSync(config, "utf8"), /trust_level = "trusted"/);
  assert.deepEqual(fs.readdirSync(path.join(home, ".codex")).sort(), [
    "config.toml",
    "history.jsonl",
  ]);
});

test("setup --undo and hooks uninstall remove what Codex noted when its user approved our hooks", () => {
  const { home, context, setup } = machineWith(["codex"]);
  const config = path.join(home, ".codex/config.toml");
  const own =
    '[hooks.state."/elsewhere/hooks.json:session_start:0:0"]\ntrusted_hash = "sha256:11"\n';
  const approve = () => {
    const hooks = path.join(home, ".codex/hooks.json");
    const notes = ["session_start", "pre_compact", "session_end"].map(
      (event) => `\n[hooks.state."${hooks}:${event}:0:0"]\ntrusted_hash = "sha256:00"\n`,
    );
    fs.appendFileSync(config, notes.join(""));
  };
  writeFiles(home, { ".codex/config.toml": own });
  setup("--yes");
  approve();
  setup("--undo");
  assert.equal(fs.readFileSync(config, "utf8"), own);
  const { cwd, agents } = context;
  const hooks = (verb: string) =>
    holdallJson(["hooks", verb, "--codex", "--scope", "user"], { cwd, env: agents.env });
  hooks("install");
  approve();
  hooks("uninstall");
  assert.equal(fs.readFileSync(config, "utf8"), own);
});

test("setup --undo edits nothing where the settings of an agent are by now", () => {
  const { home, context } = machineWith(["codex"]);
  const { cwd, agents } = context;
  const run = (folder: string, ...args: string[]) =>
    holdallJson(args, { cwd, env: { ...agents.env, CODEX_HOME: path.join(home, folder) } });
  run("ca", "setup", "--yes");
  run("cb", "mcp", "install", "--codex", "--scope", "user");
  run("cb", "hooks", "install", "--codex", "--scope", "user");
  const { ".": _, ...before } = picture(path.join(home, "cb"));
  const { undone } = run("cb", "setup", "--undo").json as unknown as SetupReport;
  assert.deepEqual(
    new Set(undone.map(({ file }) => path.dirname(file))),
    new Set([path.join(home, "ca")]),
  );
  const { ".": _after, ...left } = picture(path.join(home, "cb"));
  assert.deepEqual(left, before);
});

test("setup --undo and hooks uninstall leave notes of Codex that they cannot edit, and say so", () => {
  const { home, context, setup } = machineWith(["codex"]);
  const folder = path.join(home, ".codex");
  const config = path.join(folder, "config.toml");
  const hooks = path.join(folder, "hooks.json");
  const notes = `\n[hooks]\nstate = { "${hooks}:session_start:0:0" = { trusted_hash = "sha256:00" } }\n`;
  setup("--yes");
  fs.appendFileSync(config, notes);
  const { out } = setup("--undo");
  const actions = out.undone.map(({ file, action }) => [path.basename(file), action]);
  assert.deepEqual(actions.sort(), [
    ["config.toml", "cleaned"],
    ["config.toml", "left"],
    ["hooks.json", "removed"],
  ]);
  const terminal = createTerminal({ columns: 120 }, false);
  assert.match(presentSetup(out, terminal).join("\n"), /^left \(.* does not edit\)/m);
  assert.equal(fs.readFileSync(config, "utf8"), notes);
  const { cwd, agents } = context;
  const edit = (verb: string) =>
    holdallJson(["hooks", verb, "--codex", "--scope", "user"], { cwd, env: agents.env }).json;
  edit("install");
  const { changes } = edit("uninstall") as unknown as { changes: readonly { action: string }[] };
  assert.deepEqual(
    changes.map(({ action }) => action),
    ["removed", "left"],
  );
  assert.equal(fs.readFileSync(config, "utf8"), notes);
});

test("setup reports an agent whose settings it cannot edit, and sets the others up", async () => {
  const { home, setup } = machineWith(["claude", "gemini"], {
    ".gemini/settings.json": "{ mine\n}",
  });
  const { out, exit } = setup("--yes");
  assert.equal(exit, 1);
  assert.deepEqual(actionsIn(out), {
    claude: ["added", "added"],
    gemini: ["refused", "refused"],
  });
  assert.equal(fs.readFileSync(path.join(home, ".gemini/settings.json"), "utf8"), "{ mine\n}");
});

test("setup that cannot write a file leaves all of them as they were", async () => {
  const { home, setup } = machineWith(["claude", "pi"], { ...SETTINGS, ".pi": "a file" });
  const before = picture(home);
  assert.equal(setup("--yes").error, "E_NOT_FOUND");
  assert.deepEqual(picture(home), before);
  assert.equal(setup("--undo").error, "E_NOT_FOUND");
});

test("setup in a project says that Codex does not trust it, and how to trust it", async () => {
  const { setup } = machineWith(["codex", "cursor"], { ".cursor/cli.json": "{}" });
  const { out } = setup("--scope", "project");
  assert.ok(out.agents[0]?.todo.some((each) => /does not trust.*answer that you/.test(each)));
  // For a user Cursor starts servers outside the project, where they would serve another folder.
  assert.deepEqual(actionsIn(out).cursor, ["added", "added"]);
  assert.deepEqual(actionsIn(setup("--cursor").out).cursor, ["missing", "added"]);
});

test("setup finds an agent by its sessions, and takes one that is named although it is not found", async () => {
  const { setup, home } = machineWith([]);
  assert.deepEqual(setup().out.agents, []);
  assert.deepEqual(actionsIn(setup("--gemini").out), { gemini: ["added", "added"] });
  placeFixture("claude", "plain", home);
  assert.deepEqual(actionsIn(setup().out), { claude: ["added", "added"] });
});

test("mcp install and hooks install without an agent name the flags of those that are here", async () => {
  const { context } = machineWith(["pi", "gemini"]);
  for (const [name, flags] of [
    ["mcp install", ["--gemini"]],
    ["hooks install", ["--gemini", "--pi"]],
  ] as const) {
    await assert.rejects(runOperation(context, name, {}), (error: Error & { cure?: string }) => {
      const named = error.cure?.match(/--[a-z-]+/g);
      assert.deepEqual(named, flags, name);
      return true;
    });
  }
});

const agents = await findAgents();
const running: ScriptedModel[] = [];
after(() => Promise.all(running.map((model) => model.close())));

for (const name of ["claude", "codex", "gemini"] as const satisfies readonly AgentName[]) {
  const agent = agents.get(name);
  const skip = agent === undefined ? `not run: ${name} is not installed` : false;

  test(`after setup the real ${name} lists the server, and after --undo not any more`, {
    skip,
  }, async () => {
    assert.ok(agent);
    const model = await startModel([]);
    running.push(model);
    const machine = createMachine(path.join(makeScratch(), name), agent, { model });
    const start = { cwd: machine.project, env: { ...machine.env } };
    const lists = async () => {
      const { stdout, stderr } = await machine.call({ args: ["mcp", "list"], input: "" });
      // Not a path with this word in it.
      return /(?<![\w/-])holdall(?![\w.-])/.test(stdout + stderr);
    };
    assert.equal(await lists(), false);
    const settings = picture(machine.home);
    assert.equal(holdallJson(["setup", `--${name}`, "--yes"], start).code, 0);
    const { ".": _, ...changed } = picture(machine.home);
    assert.notDeepEqual(changed, settings);
    assert.equal(await lists(), true);
    assert.equal(holdallJson(["setup", "--undo"], start).code, 0);
    assert.equal(await lists(), false);
    const left = picture(machine.home);
    for (const [file, content] of Object.entries(settings)) {
      if (/(?:settings|hooks|\.claude)\.json$|config\.toml$/.test(file))
        assert.equal(left[file], content, file);
    }
  });
}
