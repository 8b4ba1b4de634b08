import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { printable } from "../../src/base/text/text.ts";
import { commandNames } from "../../src/cli/commands/registry.ts";
import { synonyms } from "../../src/cli/synonyms.ts";
import { launcher, holdall as startedHoldall } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const NO_FULL = fs.existsSync("/dev/full") ? false : "not run: there is no /dev/full";
const cwd = makeScratch();
writeFiles(path.join(cwd, "sub/bundle"), workingContext);
writeFiles(path.join(cwd, "broken"), { ...ocf, "snapshot.json": "{" });

const isCommand = (line: string) => commandNames.some((name) => name === line);

const mistakes: readonly (readonly [words: readonly string[], meant: string])[] = [
  [["verfy", "sub/bundle"], 'did you mean "holdall verify"?'],
  [["thred", "list"], 'did you mean "holdall thread list"?'],
  [["state", "comit", "x"], 'did you mean "holdall state commit"?'],
  [["thread", "run", "appendd", "x"], 'did you mean "holdall thread run append"?'],
  [["list"], 'did you mean "holdall sessions"?'],
  [["ls"], 'did you mean "holdall sessions"?'],
  [["undo"], 'did you mean "holdall handoff --undo last"?'],
  [["web"], 'did you mean "holdall serve --open"?'],
  [["find", "pears"], 'did you mean "holdall search"?'],
  [["install"], 'did you mean "holdall setup" or "holdall mcp install"?'],
  [["usage"], 'did you mean "holdall activity"?'],
  [["rm", "x"], 'did you mean "holdall state archive" or "holdall keep forget"?'],
  [["clone", "x"], 'did you mean "holdall pull"?'],
  [["merge", "x"], 'did you mean "holdall keep sync" or "holdall kit import"?'],
  [["sessions", "list"], 'did you mean "holdall sessions"?'],
  [["state", "list"], 'did you mean "holdall state show"?'],
  [["state", "add", "x"], 'did you mean "holdall state commit"?'],
  [["handoff", "undo"], 'did you mean "holdall handoff --undo last"?'],
  [["mcp", "instal"], 'did you mean "holdall mcp install"?'],
  [["hooks", "instal"], 'did you mean "holdall hooks install"?'],
  [["commit", "x"], 'did you mean "holdall state commit" or "holdall memory commit"?'],
  [["conv", "x"], 'did you mean "holdall convert"?'],
  [["setup", "codex"], 'did you mean "holdall setup --codex"?'],
  [["sessions", "claude"], 'did you mean "holdall sessions --agent claude"?'],
  [["sessions", "--agent", "codx"], 'did you mean "codex"?'],
  [["verify", "sub/bundle", "--profile", "strct"], 'did you mean "strict"?'],
  [["verify", "sub/bundle", "--pro", "strict"], 'did you mean "--profile"?'],
  [["verify", "sub/bundle", "--profle", "lenient"], 'did you mean "--profile"?'],
  [["convert", "sub/bundle", "--to", "ofc", "--out", "x"], 'did you mean "ocf"?'],
  [["verify", "sub/bundle", "--as", "working-contxt"], 'did you mean "working-context"?'],
  [["verify", "sub/bundle", "--limit", "lineByte=5"], 'did you mean "lineBytes"?'],
  [["schema", "ocf", "snapshoot"], 'did you mean "snapshot"?'],
];

test("what is suggested for words of other programs are commands", () => {
  for (const [typed, lines] of Object.entries(synonyms)) {
    assert(!isCommand(typed), `"${typed}" is a command`);
    for (const line of lines) {
      const isKnown = line
        .split(" ")
        .some((_, at, names) => isCommand(names.slice(0, at + 1).join(" ")));
      assert(isKnown, `"${typed}" suggests "${line}"`);
    }
  }
});

for (const [args, meant] of mistakes) {
  test(`holdall ${args.join(" ")} suggests what was meant`, () => {
    const { code, stderr } = holdall(args, { cwd });
    assert.equal(code, 2);
    assert.ok(stderr.includes(meant), stderr);
  });
}

test("help on a mistyped word suggests what was meant", () => {
  for (const [typed, meant] of [
    ["inspct", "inspect"],
    ["bundel", "bundle"],
  ] as const) {
    const { code, stderr } = startedHoldall(["help", typed], { cwd });
    assert.equal(code, 2);
    assert.ok(stderr.includes(`did you mean "holdall help ${meant}"?`), stderr);
  }
});

test("a mistyped path is suggested as it can be typed", () => {
  const { code, stderr } = holdall(["verify", "sub/bundel"], { cwd });
  assert.equal(code, 4);
  assert.ok(stderr.includes(`did you mean "${path.join("sub", "bundle")}"?`), stderr);
});

const wrongUses: readonly (readonly string[])[] = [
  ["inspect"],
  ["verify", ""],
  ["verify", "a", "b"],
  ["diff", "sub/bundle"],
  ["verify", "sub/bundle", "--profile", "loose"],
  ["verify", "sub/bundle", "--profile"],
  ["verify", "sub/bundle", "--limit", "entries=-1"],
  ["verify", "sub/bundle", "--limit", "entries"],
  ["verify", "sub/bundle", "--now", "yesterday"],
  ["verify", "sub/bundle", "--json=yes"],
  ["convert", "sub/bundle", "--to", "ocf"],
  ["convert", "sub/bundle", "--to", "ocf", "--out", "x", "--budget", "many"],
  ["convert", "sub/bundle", "--to", "ocf", "--out", "x", "--max-loss", "some"],
  ["seal", "sub/bundle", "--out", "x"],
  ["completion", "tcsh"],
  ["conformance", "--command", "true"],
  ["verify", "sub/bundle", "--limit", "entries=1=2"],
  ["verify", "sub/bundle", "--now", "1"],
  ["verify", "sub/bundle", "--as", "constructor"],
  ["verify", "sub/bundle", "--as", "__proto__"],
  ["convert", "sub/bundle", "--to", "toString", "--out", "x"],
  ["convert", "sub/bundle", "--to", "ocf", "--out", "x", "--budget", "0x10"],
  ["convert", "sub/bundle", "--to", "ocf", "--out", "x", "--budget", "1e3"],
  ["convert", "sub/bundle", "--to", "ocf-kit", "--out", "x", "--budget", "1"],
  ["pack", "sub/bundle", "--out", "x.zip"],
  ["schema", "constructor"],
  ["schema", "ocf", "constructor"],
  ["conformance", "--format", "constructor"],
  ["--json"],
  ["-C"],
];

test("the program ends with 2 when it is used wrongly, with or without a command", () => {
  for (const args of [["inspect"], ["verfy", "sub/bundle"], ["--json"], ["-C"]]) {
    const { code, stderr, stdout } = startedHoldall(args, { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr + stdout, /E_USAGE/);
  }
});

for (const args of wrongUses) {
  test(`holdall ${args.join(" ")} is wrong usage`, () => {
    const { code, stderr, stdout } = holdall(args, { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr + stdout, /E_USAGE/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

const sentences: readonly (readonly [readonly string[], RegExp])[] = [
  [["-C", "nowhere", "verify", "."], /Cannot start in "nowhere"/],
  [["convert", "sub/bundle", "--to", "ocf"], /--out is required/],
  [["diff", "sub/bundle"], /RIGHT is required/],
  [["sess"], /"sess": ambiguous prefix[\s\S]*"holdall sessions" or "holdall session"/],
  [["thread", "run"], /"thread run": a command must follow[\s\S]*begin, append, end/],
  [["bundle"], /holdall help bundle/],
  [["verify", "--profile"], /--profile needs a value/],
  [["verify", "--json=yes"], /--json takes no value/],
  [["convert", "a", "--to", "ocf", "--out", "x", "--budget", "1.5"], /--budget must be a/],
];

for (const [args, sentence] of sentences) {
  test(`holdall ${args.join(" ")} says ${sentence.source}`, () => {
    assert.match(holdall(args, { cwd }).stderr, sentence);
  });
}

test("a word of one or two letters suggests nothing far from it", () => {
  for (const args of [["verify", "-x"], ["verify", "-V"], ["xx"], ["q!"], ["verify", "qq"]]) {
    assert.doesNotMatch(holdall(args, { cwd }).stderr, /did you mean/);
  }
});

test("what is packed or sealed in a way that is not read is called by its name", () => {
  const tar = Buffer.alloc(1024);
  tar.write("ustar", 257);
  const kinds = {
    "a.age": "age-encryption.org/v1\n-> X25519",
    "a.xz": Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00),
    "a.tar": tar,
  };
  writeFiles(cwd, kinds);
  const messages = Object.keys(kinds).map((file) => holdall(["inspect", file], { cwd }).stderr);
  assert.match(messages[0] ?? "", /sealed[\s\S]*holdall open/);
  assert.match(messages[1] ?? "", /xz/);
  assert.match(messages[2] ?? "", /not compressed/);
});

test("a result that cannot be written ends with 4 and a sentence", { skip: NO_FULL }, () => {
  const full = fs.openSync("/dev/full", "w");
  const args = [launcher, "verify", "sub/bundle"];
  const ran = spawnSync(process.execPath, args, { cwd, stdio: ["ignore", full, "pipe"] });
  fs.closeSync(full);
  assert.equal(ran.status, 4);
  assert.match(String(ran.stderr), /^E_IO {2}Cannot write the result/);
  assert.doesNotMatch(String(ran.stderr), /\n {4}at /);
});

test("formats keeps to 80 columns, and shows the limits that it promises", () => {
  const { stdout } = holdall(["formats"], { cwd });
  for (const line of stdout.split("\n")) {
    assert.ok(line.length <= 80, line);
    assert.equal(line, line.trimEnd());
  }
  assert.match(stdout, /limits +\S*documentBytes/);
});

test("help names what an option takes", () => {
  const { stdout } = startedHoldall(["verify", "--help"], { cwd });
  assert.match(stdout, /--as FORMAT/);
  assert.match(stdout, /--limit NAME=NUMBER/);
});

test("an error with --json is one JSON object on standard output", () => {
  const { code, json, stderr } = holdallJson(["verify", "nowhere"], { cwd });
  assert.equal(code, 4);
  assert.equal(stderr, "");
  assert.deepEqual(Object.keys(json), ["ok", "error", "findings"]);
  assert.deepEqual(Object.keys(json.error as object), ["code", "message", "cure"]);
  assert.equal((json.error as { code: string }).code, "E_NOT_FOUND");
});

test("-C starts in another folder, before and behind the command", () => {
  assert.equal(holdall(["-C", "sub", "verify", "bundle"], { cwd }).code, 0);
  assert.equal(holdall(["verify", "bundle", "-C", "sub"], { cwd }).code, 0);
  assert.equal(holdall(["verify", "bundle", "--directory=sub"], { cwd }).code, 0);
  assert.equal(holdall(["-C", "nowhere", "verify", "bundle"], { cwd }).code, 4);
  const packed = holdall(["-C", "sub", "pack", "bundle", "--out", "here.tar.gz"], { cwd });
  assert.equal(packed.code, 0);
  assert.ok(fs.existsSync(path.join(cwd, "sub/here.tar.gz")));
});

test("--quiet prints nothing, and the exit code still tells", () => {
  assert.deepEqual(startedHoldall(["verify", "sub/bundle", "-q"], { cwd }), {
    code: 0,
    stdout: "",
    stderr: "",
  });
  const { code, stdout } = holdall(["verify", "broken", "--quiet"], { cwd });
  assert.deepEqual([code, stdout], [1, ""]);
});

test("colours are only for terminals, and NO_COLOR and --no-color win", () => {
  const colour = "\u001b[";
  const run = (args: string[], env = {}) =>
    startedHoldall(["verify", "broken", ...args], { cwd, env }).stdout;
  assert.ok(!run([]).includes(colour));
  assert.ok(run([], { FORCE_COLOR: "1" }).includes(colour));
  assert.ok(!run(["--no-color"], { FORCE_COLOR: "1" }).includes(colour));
  assert.ok(!run([], { NO_COLOR: "1", FORCE_COLOR: "1" }).includes(colour));
});

test("text keeps to the width that COLUMNS gives, and to 80 columns without", () => {
  const widest = (COLUMNS: string | undefined) => {
    const { stdout } = startedHoldall(["convert", "--help"], { cwd, env: { COLUMNS } });
    return Math.max(
      ...stdout
        .split("\n")
        .filter((line) => !line.startsWith("  holdall"))
        .map(({ length }) => length),
    );
  };
  assert.ok(widest(undefined) <= 80);
  assert.ok(widest("80") <= 80);
  assert.ok(widest("200") > 80);
});

test("a reader that leaves early is no error worth a stack", () => {
  const many = Array.from({ length: 3000 }, (_, index) => `{"n":${index}}`).join("\n");
  writeFiles(path.join(cwd, "noisy"), { ...workingContext, "lifecycle.jsonl": `${many}\n` });
  const script = `"${process.execPath}" "${launcher}" verify noisy --json | head -n 1`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
  assert.equal(stdout, "{\n");
  assert.equal(stderr, "");
});

test("control characters of a bundle reach no terminal", () => {
  const evil = "\u001b]0;owned\u0007\u001b[31m\u202e";
  const text = String(workingContext["snapshot.json"]);
  const named = text
    .replaceAll('"a"', JSON.stringify(evil))
    .replace('"decision",', `${JSON.stringify(`${evil} slot`)},`);
  const files = {
    ...workingContext,
    "snapshot.json": named,
    [`odd${evil.replaceAll(/[/\0]/g, "")}`]: "x",
  };
  writeFiles(path.join(cwd, "evil"), files);
  for (const verb of ["verify", "inspect"]) {
    const { stdout, stderr } = holdall([verb, "evil"], { cwd });
    assert.equal(printable(stdout + stderr), stdout + stderr, verb);
  }
  const markdown = holdall(["inspect", "evil", "--markdown"], { cwd });
  assert.equal(printable(markdown.stdout), markdown.stdout);
});
