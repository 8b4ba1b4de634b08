import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { namesOf } from "../../src/base/registry.ts";
import { parseCommandLine } from "../../src/cli/arguments.ts";
import { commandNames, loadCommand } from "../../src/cli/commands/registry.ts";
import { findCommand } from "../../src/cli/find-command.ts";
import { groups } from "../../src/cli/groups.ts";
import { describeAll, helpOn } from "../../src/cli/help.ts";
import { everyday } from "../../src/cli/overview.ts";
import { synonyms } from "../../src/cli/synonyms.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import { holdall, launcher } from "../support/program.ts";

const help = (...args: readonly string[]): string => {
  const { code, stdout, stderr } = holdall(args);
  assert.equal(code, 0, stderr);
  return stdout;
};

/** The commands that a screen lists, one at the beginning of a line. */
const listedIn = (screen: string) =>
  commandNames.filter((name) => new RegExp(`^ {2}${name}(?: {2}|$)`, "m").test(screen));

test("holdall, with --help, -h and help alike, shows a first screen of 24 lines of 80 columns", () => {
  const screen = help();
  for (const flag of ["--help", "-h", "help"]) assert.equal(help(flag), screen, flag);
  const lines = screen.trimEnd().split("\n");
  assert.ok(lines.length <= 24, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => line.length > 80 || line !== line.trimEnd()),
    [],
  );
});

test("the first screen names every everyday command with an example that can be typed", async () => {
  const screen = help();
  for (const [example] of everyday) {
    assert.ok(screen.includes(`holdall ${example}`), example);
    const { name, rest } = findCommand(example.split(" "));
    parseCommandLine(await loadCommand(name), rest);
  }
});

test("a word of another program leads to a command that is there, and is no command itself", () => {
  for (const [typed, lines] of Object.entries(synonyms)) {
    assert.throws(() => findCommand([typed]), /no such command|group/, typed);
    for (const line of lines) findCommand(line.split(" "));
  }
  const asked = holdall(["help", "find"]);
  assert.match(asked.stderr, /holdall help search/);
});

test("every command is in one group, and help on the groups lists all commands", () => {
  const listed = namesOf(groups).flatMap((name) => {
    const found = listedIn(help("help", name));
    assert.ok(found.length > 0, name);
    return found;
  });
  assert.deepEqual([...listed].sort(), [...commandNames].sort());
});

test("help --all lists every command, the options of all commands and the exit codes", () => {
  const screen = help("help", "--all");
  assert.deepEqual(listedIn(screen), [...commandNames]);
  for (const text of ["--json", "--directory", "--now", "--quiet", "--version", "130"]) {
    assert.ok(screen.includes(text), text);
  }
  assert.ok(screen.split("\n").every((line) => line.length <= 80));
});

test("the first screen names the ways in, and no example of a command is its own help", async () => {
  const screen = help();
  for (const way of ["tour", "init", "handoff", "serve"]) {
    assert.match(screen, new RegExp(`\\bholdall ${way}\\b`));
  }
  for (const name of commandNames) {
    for (const example of (await loadCommand(name)).examples)
      assert.doesNotMatch(example, /--help/);
  }
});

test("help on the first words of commands lists those, however it is asked for", () => {
  for (const path of ["thread run", "thread cursor", "memory anchor", "okf", "skill"]) {
    const names = path.split(" ");
    const screen = help("help", ...names);
    const expected = commandNames.filter((name) => name.startsWith(`${path} `));
    assert.deepEqual(listedIn(screen), expected);
    assert.equal(help(...names, "--help"), screen);
  }
});

test("help on a word that is a command and begins others shows both", () => {
  for (const [name, other] of [
    ["mcp", "mcp install"],
    ["dream", "dream diff"],
    ["handoff", "sessions"],
  ] as const) {
    const screen = help("help", name);
    assert.match(screen, new RegExp(`^ {2}holdall ${name}\\b`, "m"));
    assert.match(screen, new RegExp(`^ {2}${other} `, "m"));
  }
});

test("every command has help with its usage and its examples", async () => {
  for (const name of commandNames) {
    const { examples } = await loadCommand(name);
    // What the program itself prints is compared with this below.
    const screen = `${(await helpOn(name.split(" "), createTerminal({}, false))).join("\n")}\n`;
    const unfolded = screen.replaceAll(/ \\\n */g, " ");
    assert.match(screen, new RegExp(`^  holdall ${name}\\b`, "m"));
    assert.ok(examples.length > 0, name);
    for (const example of examples) assert.ok(unfolded.includes(`  holdall ${example}\n`), name);
    assert.doesNotMatch(screen, /\(default \)/, name);
    for (const line of screen.split("\n")) assert.ok(line.length <= 80, `${name}: ${line}`);
  }
  assert.equal(help("help", "verify"), help("verify", "-h"));
});

test("help names what the value of an option is, and only options that can be typed", async () => {
  for (const [name, { options }] of Object.entries(await describeAll())) {
    for (const [option, text] of options) {
      assert.doesNotMatch(option, / (?:AS|AT|BEFORE|BY|FROM|INTO|MAP|SINCE|TO|UNDO|UNTIL)$/, name);
      assert.doesNotMatch(text, /repeatable|repeated.*repeated/, `${name} ${option}`);
    }
  }
  assert.doesNotMatch(help("kit", "import", "--help"), /--files/);
  assert.equal(holdall(["kit", "import", "--files", "x"]).code, 2);
});

test("the first screen names every group, and holdall version the option that shows it", () => {
  const screen = help();
  for (const name of namesOf(groups)) assert.match(screen, new RegExp(`^  ${name} `, "m"));
  assert.match(holdall(["version"]).stderr, /holdall --version/);
});

test("--help shows help whatever stands around it, but not behind --", () => {
  assert.equal(help("-C", "/", "--help"), help());
  assert.equal(help("verify", "x", "--profile", "strct", "-h"), help("help", "verify"));
  assert.equal(help("verify", "-qh"), help("help", "verify"));
  assert.equal(holdall(["verify", "--", "--help"]).code, 4);
});

test("help that the build described is what the program itself would print, for every command", async () => {
  const built = JSON.parse(
    fs.readFileSync(path.join(launcher, "../../dist/cli/help.json"), "utf8"),
  );
  assert.deepEqual(built, await describeAll());
  for (const args of [["handoff"], ["mcp"], ["thread", "run"], ["state", "show"], ["kit"]]) {
    const lines = await helpOn(args, createTerminal({}, false));
    assert.equal(holdall([...args, "--help"]).stdout, `${lines.join("\n")}\n`, args.join(" "));
  }
});
