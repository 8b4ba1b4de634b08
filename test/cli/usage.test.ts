import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { printable } from "../../src/base/text.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { holdall, holdallJson, launcher } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";

const cwd = makeScratch();
writeFiles(path.join(cwd, "sub/bundle"), workingContext);
writeFiles(path.join(cwd, "broken"), { ...ocf, "snapshot.json": "{" });

test("holdall without words, with --help and with help shows every command", () => {
  for (const args of [[], ["--help"], ["-h"], ["help"]]) {
    const { code, stdout } = holdall(args);
    assert.equal(code, 0);
    for (const name of operationNames) assert.match(stdout, new RegExp(`^  ${name} `, "m"));
  }
});

test("every command has help with its usage and its examples", async () => {
  for (const name of operationNames) {
    const operation = await loadOperation(name);
    const { code, stdout } = holdall([name, "--help"]);
    assert.equal(code, 0, name);
    assert.match(stdout, new RegExp(`^  holdall ${name}\\b`, "m"));
    assert.ok(operation.examples.length > 0, name);
    for (const example of operation.examples)
      assert.ok(stdout.includes(`holdall ${example}`), name);
    for (const line of stdout.split("\n")) {
      if (!line.startsWith("  holdall")) assert.ok(line.length <= 80, `${name}: ${line}`);
    }
  }
  assert.equal(holdall(["help", "verify"]).stdout, holdall(["verify", "-h"]).stdout);
});

const mistakes: readonly (readonly [words: readonly string[], meant: string])[] = [
  [["verfy", "sub/bundle"], 'did you mean "holdall verify"?'],
  [["help", "inspct"], 'did you mean "holdall inspect"?'],
  [["verify", "sub/bundle", "--profle", "lenient"], 'did you mean "--profile"?'],
  [["convert", "sub/bundle", "--to", "ofc", "--out", "x"], 'did you mean "ocf"?'],
  [["verify", "sub/bundle", "--as", "working-contxt"], 'did you mean "working-context"?'],
  [["verify", "sub/bundle", "--limit", "lineByte=5"], 'did you mean "lineBytes"?'],
  [["schema", "ocf", "snapshoot"], 'did you mean "snapshot"?'],
];

for (const [words, meant] of mistakes) {
  test(`holdall ${words.join(" ")} suggests what was meant`, () => {
    const { code, stderr } = holdall(words, { cwd });
    assert.equal(code, words[0] === "schema" ? 4 : 2);
    assert.ok(stderr.includes(meant), stderr);
  });
}

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
  ["--json"],
  ["-C"],
];

for (const words of wrongUses) {
  test(`holdall ${words.join(" ")} is wrong usage`, () => {
    const { code, stderr, stdout } = holdall(words, { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr + stdout, /E_USAGE/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

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
  assert.deepEqual(holdall(["verify", "sub/bundle", "-q"], { cwd }), {
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
    holdall(["verify", "broken", ...args], { cwd, env }).stdout;
  assert.ok(!run([]).includes(colour));
  assert.ok(run([], { FORCE_COLOR: "1" }).includes(colour));
  assert.ok(!run(["--no-color"], { FORCE_COLOR: "1" }).includes(colour));
  assert.ok(!run([], { NO_COLOR: "1", FORCE_COLOR: "1" }).includes(colour));
});

test("text keeps to the width that COLUMNS gives, and to 80 columns without", () => {
  const widest = (COLUMNS: string | undefined) => {
    const { stdout } = holdall(["convert", "--help"], { cwd, env: { COLUMNS } });
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
