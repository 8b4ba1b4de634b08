import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { agents } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import { commandNames } from "../../src/cli/commands/registry.ts";
import { formatNames } from "../../src/formats/registry.ts";
import { tourSession } from "../../src/tour/session.ts";
import { placeTourSession } from "../../src/tour/write-bundles.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { completingShells } from "../support/shells.ts";

const home = fs.mkdtempSync(path.join(makeScratch(), "home-"));
const cwd = path.join(home, "project");
const start = { cwd, env: { HOME: home } };
const ODD = "odd id $(touch pwned) `touch pwned`";
let thread = "";

before(() => {
  fs.mkdirSync(path.join(cwd, "folder"), { recursive: true });
  fs.writeFileSync(path.join(cwd, "file one"), "");
  placeTourSession(home, cwd);
  assert.equal(holdall(["init"], start).code, 0);
  thread = String(
    holdallJson(["thread", "new", "--title", "Tides\nat\tnoon"], start).json.thread_id,
  );
  for (const [id, text] of [
    ["storage:sqlite", "Keep the readings in SQLite"],
    [ODD, "Valves never open below two degrees"],
    ["-rf", "Only verified stations may report"],
  ] as const) {
    assert.equal(holdall(["state", "commit", text, `--id=${id}`], start).code, 0);
  }
});

/** What the hidden call offers: values, and whether files would do. */
function complete(...args: readonly string[]) {
  const { code, stdout, stderr } = holdall(["__complete", "--", ...args], start);
  assert.deepEqual([code, stderr], [0, ""]);
  const lines = stdout.trimEnd().split("\n");
  const last = lines.pop();
  assert.ok(last === ":files" || last === ":end", stdout);
  return { values: lines.map((line) => line.split("\t")[0]), files: last === ":files", lines };
}

test("completion prints a script for each shell, also as JSON", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = holdall(["completion", shell]);
    assert.equal(code, 0);
    assert.deepEqual(holdallJson(["completion", shell]).json, { shell, script: stdout });
  }
});

test("every word of every command is offered, and options behind it", () => {
  const starts = new Map<string, string[]>();
  for (const name of commandNames) {
    const names = name.split(" ");
    for (const [at, name] of names.entries()) {
      const path = names.slice(0, at).join(" ");
      starts.set(path, [...(starts.get(path) ?? []), name]);
    }
  }
  for (const [path, expected] of starts) {
    const { values } = complete(...(path === "" ? [] : path.split(" ")), "");
    for (const name of expected) assert.ok(values.includes(name), `${path} ${name}`);
  }
  assert.deepEqual(complete("thread", "run", "append", "x", "--js").values, ["--json"]);
});

test("options that were given are not offered again, unless they take several values", () => {
  const { values } = complete("verify", "x", "--profile", "strict", "--limit", "entries=1", "-");
  assert.ok(!values.includes("--profile"));
  assert.ok(values.includes("--limit") && values.includes("--as"));
});

test("values are offered behind an option, with = and at their position", () => {
  assert.deepEqual(complete("verify", "--profile", "").values, ["strict", "lenient"]);
  assert.deepEqual(complete("convert", "x", "--to", "").values, formatNames);
  assert.deepEqual(complete("convert", "x", "--to=oc").values, ["--to=ocf-kit", "--to=ocf"]);
  assert.deepEqual(complete("sessions", "--agent", "").values, namesOf(agents));
  assert.deepEqual(complete("tour", "st").values, ["state"]);
  assert.deepEqual(complete("mcp", "--tools", "sk").values, ["skills"]);
  assert.ok(complete("thread", "compile", "x", "--render", "").values.includes("chat-completions"));
});

test("ids are offered: sessions, threads, entries, states", () => {
  const from = complete("handoff", "");
  assert.ok(from.files);
  for (const name of namesOf(agents)) assert.ok(from.values.includes(name), name);
  assert.ok(from.values.includes(tourSession.id));
  assert.deepEqual(complete("import", "claude", "--session", "").values, [tourSession.id]);
  assert.deepEqual(complete("import", "codex", "--session", "").values, []);
  assert.deepEqual(complete("thread", "show", "").values, [thread]);
  assert.deepEqual(complete("state", "archive", "sto").values, ["storage:sqlite"]);
  assert.deepEqual(complete("state", "show", "--session", "").values, ["default"]);
});

test("a session of another folder is offered once its id was begun", () => {
  const elsewhere = fs.mkdtempSync(path.join(path.dirname(cwd), "elsewhere-"));
  const offered = (typed: string) => {
    const { stdout } = holdall(["__complete", "--", "show", typed], { ...start, cwd: elsewhere });
    return stdout.includes(tourSession.id);
  };
  assert.equal(offered(""), false);
  assert.equal(offered(tourSession.id.slice(0, 4)), true);
});

test("ids of another folder or store are offered where one is named", () => {
  const elsewhere = { cwd: home, env: { HOME: home } };
  const offered = (...args: readonly string[]) =>
    holdall(["__complete", "--", ...args], elsewhere).stdout;
  assert.equal(offered("thread", "show", ""), ":end\n");
  assert.match(offered("-C", "project", "thread", "show", ""), new RegExp(thread));
  assert.match(offered("thread", "show", "--store=project/.holdall", ""), new RegExp(thread));
});

test("what a stranger wrote forges no line, no option and no command", () => {
  const [line] = complete("thread", "show", "").lines;
  assert.match(line ?? "", /^\S+\tTides at noon$/);
  assert.ok(!complete("state", "archive", "").values.includes("-rf"));
});

test("help is offered on commands, groups and everything", () => {
  const { values } = complete("help", "");
  for (const name of ["bundle", "thread", "verify", "--all"])
    assert.ok(values.includes(name), name);
  assert.deepEqual(complete("help", "thread", "r").values, ["run"]);
});

test("where nothing can be found, nothing is offered, and nothing fails", () => {
  assert.deepEqual(complete("nonsense", "").values, []);
  assert.deepEqual(complete().files, false);
  assert.ok(complete("-C", "").files);
  assert.deepEqual(complete("-C", "/nowhere", "thread", "show", "").values, []);
});

for (const shell of completingShells(cwd, home)) {
  describe(`completion in a real ${shell.name}`, { skip: shell.skip }, () => {
    const unique: readonly (readonly [line: string, inserted: RegExp])[] = [
      ["holdall thr", /thread/],
      ["holdall thread sho", /show/],
      ["holdall convert x --max", /--max-loss/],
      ["holdall verify --profile le", /lenient/],
      ["holdall convert x --to=task", /task-bundle/],
      ["holdall state archive storage:", /sqlite/],
      ["holdall convert fold", /folder/],
    ];
    for (const [line, inserted] of unique) {
      test(line, () => assert.match(shell.offers(line).join("\n"), inserted));
    }

    test("an id with odd characters is inserted as one word that runs nothing", () => {
      const [offered = ""] = shell.offers("holdall state archive od");
      assert.match(offered, shell.name === "fish" ? /^odd id \$/ : /odd\\ id\\ \\\$\\\(touch/);
      assert.ok(!fs.existsSync(path.join(cwd, "pwned")));
    });
  });
}

test("within double quotes bash offers no id that would run a command there", () => {
  const bash = completingShells(cwd, home).find(({ name }) => name === "bash");
  assert.deepEqual(bash?.offers('holdall state archive "od'), []);
});
