import assert from "node:assert/strict";
import { test } from "node:test";
import { outputNameFault } from "./output-name.ts";

test("outputNameFault() lets names pass that only we give a meaning", () => {
  const fine = ["kit", "kit.tar.gz", "Kit 2.tgz", "page.md", "kit.ocf", "kit-0.2", "größe.json"];
  for (const name of fine) assert.equal(outputNameFault(name), null, name);
});

test("outputNameFault() refuses dot names, paths and whatever is no plain name", () => {
  const names = [
    "",
    ".",
    "..",
    ".claude",
    ".envrc",
    ".mcp.json",
    "a/b",
    "a\\b",
    "a\0b",
    "a\n",
    "-rf",
  ];
  names.push("x.", "x ", "a\u200db", "x".repeat(300));
  for (const name of names) assert.notEqual(outputNameFault(name), null, JSON.stringify(name));
});

test("outputNameFault() refuses what agents, shells, package managers and build tools obey", () => {
  const obeyed =
    "AGENTS.md CLAUDE.md Claude.Local.md GEMINI.md SKILL.md copilot-instructions.md package.json tsconfig.json tsconfig.build.json settings.json holdall.yaml Makefile GNUmakefile Dockerfile Justfile Rakefile build.gradle setup.py x.sh x.toml x.yml x.js x.env x.desktop node_modules vite.config.json eslintrc.json HEAD objects refs commondir";
  for (const name of obeyed.split(" ")) assert.notEqual(outputNameFault(name), null, name);
  assert.notEqual(outputNameFault("\uFF21GENTS.md"), null, "full-width letters are folded");
});
