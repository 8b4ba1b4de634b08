import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { launcher } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
let count = 0;

/** A home and a project of their own, with files of other programs in them. */
function createHomeFolder(files: Readonly<Record<string, string>> = {}) {
  const home = writeFiles(path.join(scratch, `home-${count++}`), { "project/.keep": "", ...files });
  const start = {
    cwd: path.join(home, "project"),
    env: {
      HOME: home,
      CODEX_HOME: undefined,
      CLAUDE_CONFIG_DIR: undefined,
      XDG_CONFIG_HOME: undefined,
    },
  };
  return {
    home,
    run: (line: string) => holdallJson(line.split(" "), start),
    read: (file: string) => fs.readFileSync(path.join(home, file), "utf8"),
  };
}

const actions = ({ json }: ReturnType<typeof holdallJson>) =>
  (json.changes as { action: string }[]).map(({ action }) => action);

const FOREIGN = {
  "project/.mcp.json": '{\n\t"mcpServers": {\n\t\t"other": {"command": "x", "n": 1.0}\n\t}\n}\n',
  "project/.codex/config.toml": '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"',
  "project/.gemini/settings.json": '{"theme":"dark","mcpServers":{}}',
  ".claude.json": '{\n  "numStartups": 12345678901234567890,\n  "projects": {}\n}',
  ".codex/config.toml": '[tui]\nnotes = """\n[mcp_servers.holdall]\n"""\n',
  ".gemini/settings.json": "{}",
};

for (const scope of ["project", "user"] as const) {
  test(`mcp install writes the server into the files of the ${scope}, once, and keeps the rest`, () => {
    const { run, read } = createHomeFolder(FOREIGN);
    const flags = `--claude --codex --gemini --scope ${scope}`;
    assert.deepEqual(actions(run(`mcp install ${flags}`)), ["added", "added", "added"]);
    assert.deepEqual(actions(run(`mcp install ${flags}`)), ["unchanged", "unchanged", "unchanged"]);
    const files =
      scope === "user"
        ? [".claude.json", ".codex/config.toml", ".gemini/settings.json"]
        : ["project/.mcp.json", "project/.codex/config.toml", "project/.gemini/settings.json"];
    const [claude = "", codex = "", gemini = ""] = files.map(read);
    // A path of this machine means nothing to the others who share a project's files.
    const server =
      scope === "user"
        ? { command: process.execPath, args: [fs.realpathSync(launcher), "mcp", "--as", "claude"] }
        : { command: "holdall", args: ["mcp", "--as", "claude"] };
    assert.deepEqual(JSON.parse(claude).mcpServers.holdall, server);
    assert.equal(JSON.parse(gemini).mcpServers.holdall.args.at(-1), "gemini");
    assert.match(
      codex,
      /\n\[mcp_servers\.holdall\]\ncommand = ".*"\nargs = \[(?:".*", )?"mcp", "--as", "codex"\]\n$/,
    );
    if (scope === "user") assert.match(claude, /12345678901234567890/);
    else assert.match(claude, /"other": \{"command": "x", "n": 1\.0\}/);
  });

  test(`mcp uninstall leaves the files of the ${scope} as they were`, () => {
    const { home, run } = createHomeFolder({
      ...FOREIGN,
      // A last line without an end gets one.
      "project/.codex/config.toml": `${FOREIGN["project/.codex/config.toml"]}\n`,
      "project/.gemini/settings.json": '{"theme":"dark"}',
      ".claude.json": '{\n  "a": 1\n}',
    });
    const before = picture(home);
    const flags = `--claude --codex --gemini --scope ${scope}`;
    run(`mcp install ${flags}`);
    assert.notDeepEqual(picture(home), before);
    assert.deepEqual(actions(run(`mcp uninstall ${flags}`)), ["removed", "removed", "removed"]);
    assert.deepEqual(picture(home), before);
    assert.deepEqual(actions(run(`mcp uninstall ${flags}`)), [
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
  });
}

test("mcp uninstall removes the list that it leaves empty, unless a comment stands there", () => {
  const comment = "// servers of mine";
  const { run, read } = createHomeFolder({
    ".gemini/settings.json": '{"theme":"dark","mcpServers":{}}',
    ".claude.json": `{\n  "mcpServers": {\n    ${comment}\n  }\n}`,
  });
  run("mcp install --claude --gemini --scope user");
  run("mcp uninstall --claude --gemini --scope user");
  assert.deepEqual(JSON.parse(read(".gemini/settings.json")), { theme: "dark" });
  assert.ok(read(".claude.json").includes(comment));
});

test("mcp uninstall removes the list that it leaves empty from a file with comments elsewhere", () => {
  const { run, read } = createHomeFolder({
    ".gemini/settings.json": '{\n  // my colours\n  "theme": "dark"\n}\n',
  });
  run("mcp install --gemini --scope user");
  run("mcp uninstall --gemini --scope user");
  const left = read(".gemini/settings.json");
  assert.equal(left.includes("mcpServers"), false);
  assert.ok(left.includes("// my colours"));
});

test("mcp uninstall removes files that held nothing else", () => {
  const { home, run } = createHomeFolder({});
  const flags = "--claude --codex --gemini";
  const { stderr } = run(`mcp install ${flags}`);
  assert.match(stderr, /no workspace/);
  assert.deepEqual(actions(run(`mcp uninstall ${flags}`)), ["removed", "removed", "removed"]);
  const { ".keep": _, ...left } = picture(path.join(home, "project"));
  for (const [name, kind] of Object.entries(left)) assert.match(kind, /folder$/, name);
});

test("mcp install --dry-run says what it would do and writes nothing", () => {
  const { home, run } = createHomeFolder(FOREIGN);
  const before = picture(home);
  assert.deepEqual(actions(run("mcp install --claude --codex --dry-run")), ["added", "added"]);
  assert.deepEqual(picture(home), before);
});

test("mcp install changes the command of its entry and keeps what the user added to it", () => {
  const { run, read } = createHomeFolder({
    "project/.gemini/settings.json":
      '{"mcpServers":{"holdall":{"command":"old","args":[],"trust":true}}}',
    "project/.codex/config.toml":
      '[mcp_servers.holdall]\ncommand = "old"\ndefault_tools_approval_mode = "approve"\n',
  });
  assert.deepEqual(actions(run("mcp install --codex --gemini --tools all")), [
    "updated",
    "updated",
  ]);
  const { holdall: entry } = JSON.parse(read("project/.gemini/settings.json")).mcpServers;
  assert.equal(entry.trust, true);
  assert.deepEqual(entry.args.slice(-2), ["--tools", "all"]);
  assert.match(read("project/.codex/config.toml"), /default_tools_approval_mode = "approve"/);
});

test("mcp install refuses what it cannot edit safely, and changes nothing", () => {
  const { home, run } = createHomeFolder({
    "project/.mcp.json": "{ mine\n}",
    "project/.gemini/settings.json": '{"mcpServers":[]}',
    "project/.codex/config.toml": 'mcp_servers = { holdall = { command = "x" } }\n',
  });
  const before = picture(home);
  const codes = ["--claude", "--gemini", "--codex --claude", ""].map((flags) => {
    const { json } = run(`mcp install ${flags}`.trim());
    return Object(json.error).code;
  });
  assert.deepEqual(codes, ["E_JSON", "E_SHAPE", "E_JSON", "E_USAGE"]);
  assert.deepEqual(picture(home), before);
});

test("mcp install writes through a link of the user and leaves it a link", () => {
  const { home, run } = createHomeFolder({ "dotfiles/claude.json": "{}\n" });
  const link = path.join(home, ".claude.json");
  fs.symlinkSync("dotfiles/claude.json", link);
  run("mcp install --claude --scope user");
  assert.ok(fs.lstatSync(link).isSymbolicLink());
  assert.match(fs.readFileSync(path.join(home, "dotfiles/claude.json"), "utf8"), /holdall/);
});

test("mcp install does not write through a link of the project", () => {
  const { home, run } = createHomeFolder({ "dotfiles/mcp.json": "{}\n" });
  fs.symlinkSync("../dotfiles/mcp.json", path.join(home, "project/.mcp.json"));
  run("mcp install --claude");
  assert.equal(fs.readFileSync(path.join(home, "dotfiles/mcp.json"), "utf8"), "{}\n");
});

test("mcp --help tells its own options and the commands below it", () => {
  const { stdout } = holdall(["mcp", "--help"]);
  assert.match(stdout, /--http PORT/);
  assert.match(stdout, /mcp install/);
});

test("mcp install says that the program is not on PATH only where a project's files name it", () => {
  const notesOf = (scope: string) => {
    const home = writeFiles(path.join(scratch, `home-${count++}`), { "project/.keep": "" });
    const start = { cwd: path.join(home, "project"), env: { HOME: home } };
    return holdall(["mcp", "install", "--claude", "--scope", scope], start).stderr;
  };
  assert.match(notesOf("project"), /PATH/);
  assert.doesNotMatch(notesOf("user"), /PATH/);
});

/** Hosts whose entries have a form of their own, each with the file and what is expected in it. */
const FORMS = [
  {
    host: "opencode",
    scope: "project",
    file: "project/opencode.json",
    entry: { mcp: { holdall: { type: "local", command: ["holdall", "mcp", "--as", "opencode"] } } },
  },
  {
    host: "cursor",
    scope: "project",
    file: "project/.cursor/mcp.json",
    entry: {
      mcpServers: {
        holdall: {
          command: "holdall",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor replaces it.
          args: ["-C", "${workspaceFolder}", "mcp", "--as", "cursor"],
        },
      },
    },
  },
  {
    host: "vscode",
    scope: "project",
    file: "project/.vscode/mcp.json",
    entry: {
      servers: {
        holdall: { type: "stdio", command: "holdall", args: ["mcp", "--as", "vscode"] },
      },
    },
  },
] as const;

for (const { host, scope, file, entry } of FORMS) {
  test(`mcp install writes the server for ${host} as it expects it, and uninstall removes the file`, () => {
    const { home, run, read } = createHomeFolder({});
    assert.deepEqual(actions(run(`mcp install --${host} --scope ${scope}`)), ["added"]);
    assert.deepEqual(JSON.parse(read(file)), entry);
    assert.deepEqual(actions(run(`mcp install --${host} --scope ${scope}`)), ["unchanged"]);
    assert.deepEqual(actions(run(`mcp uninstall --${host} --scope ${scope}`)), ["removed"]);
    assert.equal(fs.existsSync(path.join(home, file)), false);
  });
}

test("mcp install for Claude Desktop names the folder, because the app starts servers elsewhere", () => {
  const { home, run, read } = createHomeFolder({});
  assert.deepEqual(actions(run("mcp install --claude-desktop --scope user")), ["added"]);
  const file =
    process.platform === "darwin"
      ? "Library/Application Support/Claude/claude_desktop_config.json"
      : ".config/Claude/claude_desktop_config.json";
  const { holdall: entry } = JSON.parse(read(file)).mcpServers;
  assert.deepEqual(entry.args.slice(-5), [
    "-C",
    path.join(home, "project"),
    "mcp",
    "--as",
    "claude-desktop",
  ]);
});

test("mcp install refuses a host without servers, and a scope that a host does not have", () => {
  const { home, run } = createHomeFolder({});
  const before = picture(home);
  for (const flags of ["--pi", "--claude-desktop", "--claude --pi"]) {
    const { code, json } = run(`mcp install ${flags}`);
    assert.deepEqual([code, Object(json.error).code], [2, "E_USAGE"], flags);
  }
  assert.deepEqual(picture(home), before);
});

test("mcp install adds to opencode's configuration with comments, where there is one", () => {
  const text = '{\n  // mine\n  "model": "a/b",\n}\n';
  const { run, read } = createHomeFolder({ "project/opencode.jsonc": text });
  assert.deepEqual(actions(run("mcp install --opencode")), ["added"]);
  assert.match(read("project/opencode.jsonc"), /\/\/ mine[\s\S]*"holdall"/);
  assert.deepEqual(actions(run("mcp uninstall --opencode")), ["removed"]);
});
