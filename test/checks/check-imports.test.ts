import assert from "node:assert/strict";
import { test } from "node:test";
import { checkImports } from "../../scripts/check-imports.ts";

/** A source tree without a fault; each case below adds one file to it. */
const sound: Readonly<Record<string, string>> = {
  "src/index.ts": 'export { pack } from "./operations/pack.ts";',
  "src/cli/main.ts": 'import { pack } from "../operations/pack.ts";\nimport "node:fs";',
  "src/testing/index.ts": 'import { names } from "../formats/registry.ts";',
  "src/operations/pack.ts": [
    'import { open } from "../disk/folder.ts";',
    'import { archive } from "../bundles/archive.ts";',
    'import { readFile } from "node:fs/promises";',
    'const summary = "Select a format from the list";',
  ].join("\n"),
  "src/bundles/archive.ts":
    'import { names } from "../formats/registry.ts";\nimport { gzip } from "node:zlib";',
  "src/disk/folder.ts":
    'import { hash } from "../base/hash.ts";\nimport { open } from "node:fs";\nimport "../programs/run-program.ts";',
  "src/formats/index.ts": 'export { names } from "./registry.ts";',
  "src/formats/registry.ts":
    'const formats = { ocf: () => import("./ocf/ocf.ts"), kit: () => import("./kit/kit.ts") };',
  "src/formats/format.ts": 'import type { State } from "../model/state.ts";',
  "src/formats/ocf/ocf.ts":
    'import type { Format } from "../format.ts";\nimport { z } from "./records.ts";',
  "src/formats/ocf/records.ts": 'import * as z from "zod";',
  "src/formats/kit/kit.ts": "export default {};",
  "src/programs/run-program.ts": 'import { spawn } from "node:child_process";',
  "src/model/state.ts": 'import { hash } from "../base/hash.ts";',
  "src/base/hash.ts": 'import { createHash } from "node:crypto";',
};

/** Rule, then the file that breaks it and what is in it. */
const cases: readonly (readonly [rule: string, file: string, text: string])[] = [
  ["network", "src/operations/a.ts", 'const answer = await fetch("https://example.org");'],
  ["network", "src/operations/a.ts", "const send = globalThis.fetch;"],
  ["network", "src/cli/a.ts", 'import https from "node:https";'],
  ["network", "src/agents/a.ts", 'const tls = await import("node:tls");'],
  ["network", "src/stores/a.ts", 'import pg from "pg";'],
  ["network", "src/cli/a.ts", 'import http from "http";'],
  ["network", "src/http/a.ts", 'const answer = await fetch("https://example.org");'],
  ["network", "src/mcp/http-a.ts", "const socket = new WebSocket(url);"],
  ["network", "src/operations/a.ts", "const load = createRequire(import.meta.url);"],
  ["network", "src/operations/a.ts", 'const net = process.getBuiltinModule("node:net");'],
  ["program", "src/operations/a.ts", 'import { spawn } from "node:child_process";'],
  ["program", "src/cli/a.ts", 'import type { ChildProcess } from "child_process";'],
  ["program", "src/agents/a.ts", 'const { spawn } = await import("node:child_process");'],
  ["program", "src/base/hash.ts", 'process.getBuiltinModule("child_process");'],
  ["program", "src/disk/a.ts", 'import { Worker } from "node:worker_threads";'],
  ["program", "src/disk/a.ts", 'import cluster from "node:cluster";'],
  ["program", "src/http/a.ts", 'const wrap = process.binding("process_wrap");'],
  ["program", "src/mcp/a.ts", 'process.execve("/bin/sh", [], {});'],
  ["layer", "src/bundles/a.ts", 'import { runProgram } from "../programs/run-program.ts";'],
  ["layer", "src/formats/a.ts", 'import { runProgram } from "../programs/run-program.ts";'],
  ["layer", "src/programs/a.ts", 'import { open } from "../disk/folder.ts";'],
  ["durable", "src/cli/a.ts", 'import fs from "node:fs"; fs.writeFileSync("a", "b");'],
  ["durable", "src/agents/a.ts", 'import { writeFile } from "node:fs/promises";'],
  ["durable", "src/operations/a.ts", 'import fs from "node:fs"; fs.renameSync("a", "b");'],
  ["layer", "src/base/a.ts", 'import type { State } from "../model/state.ts";'],
  ["layer", "src/model/a.ts", 'export * from "../formats/format.ts";'],
  ["layer", "src/formats/a.ts", 'import { x } from "../bundles/archive.ts";'],
  ["layer", "src/formats/a.ts", 'import { open } from "../disk/folder.ts";'],
  ["layer", "src/disk/a.ts", 'import { names } from "../formats/registry.ts";'],
  ["layer", "src/bundles/a.ts", 'import { open } from "../disk/folder.ts";'],
  ["layer", "src/bundles/a.ts", 'const x = await import("../operations/pack.ts");'],
  ["layer", "src/operations/a.ts", 'import "../cli/main.ts";'],
  ["layer", "src/mcp/a.ts", 'import "../cli/main.ts";'],
  ["layer", "src/testing/a.ts", 'import { open } from "../disk/folder.ts";'],
  ["layer", "src/b.ts", 'import "./cli/main.ts";'],
  ["stranger", "src/formats/kit/a.ts", 'import { z } from "../ocf/records.ts";'],
  ["stranger", "src/formats/kit/a.ts", 'import { names } from "../registry.ts";'],
  ["stranger", "src/formats/a.ts", 'import { z } from "./ocf/records.ts";'],
  ["stranger", "src/bundles/a.ts", 'import ocf from "../formats/ocf/ocf.ts";'],
  ["builtin", "src/base/a.ts", 'import { readFile } from "node:fs/promises";'],
  ["builtin", "src/bundles/a.ts", 'import { spawn } from "node:child_process";'],
  ["builtin", "src/formats/ocf/a.ts", 'import net from "node:net";'],
  ["name", "src/base/utils/a.ts", ""],
  ["name", "src/model/types.ts", ""],
  ["name", "src/core/a.ts", ""],
  ["folder", "src/stuff/a.ts", ""],
  ["sql", "src/operations/a.ts", 'const q = "select a from b";'],
  ["sql", "src/operations/a.ts", "const q = `\n  INSERT INTO $" + "{table} values (1)`;"],
  ["sql", "src/operations/a.ts", "const q = 'create virtual table x using fts5';"],
  ["sql", "src/operations/tables/a/b.ts", 'const q = "delete from b";'],
  ["sql", "src/stores/sqlite/a.ts", 'database.exec("begin immediate");'],
  ["path", "src/base/a.ts", 'import { x } from "./nowhere.ts";'],
  ["path", "src/base/a.ts", "const x = await import(name);"],
  ["unreached", "src/base/a.ts", ""],
];

function rulesBroken(files: Readonly<Record<string, string>>): string[] {
  return checkImports(new Map(Object.entries(files))).map(({ rule, file }) => `${rule} ${file}`);
}

test("checkImports() finds nothing in a sound tree", () => {
  assert.deepEqual(rulesBroken(sound), []);
});

for (const [rule, file, text] of cases) {
  test(`checkImports() reports ${rule} for ${file}: ${text}`, () => {
    assert.ok(rulesBroken({ ...sound, [file]: text }).includes(`${rule} ${file}`));
  });
}

test("checkImports() reports folders of the rules that import each other, types included", () => {
  const circle = {
    "src/state/a.ts": 'import type { A } from "../ledger/a.ts";',
    "src/ledger/a.ts": 'import "../memory/a.ts";',
    "src/memory/a.ts": 'import "../state/a.ts";',
  };
  const layers = (files: Readonly<Record<string, string>>) =>
    rulesBroken({ ...sound, ...files }).filter((rule) => rule.startsWith("layer"));
  assert.deepEqual(layers(circle), ["layer src/ledger/a.ts"]);
  assert.deepEqual(layers({ ...circle, "src/memory/a.ts": "" }), []);
});

test("checkImports() reports folders of one module that import each other, at any depth", () => {
  const circle = {
    "src/state/one/a.ts": 'import type { A } from "../other/deep/a.ts";',
    "src/state/other/deep/a.ts": "",
    "src/state/other/b.ts": 'import "../one/b.ts";',
    "src/state/one/b.ts": "",
  };
  const circles = (files: Readonly<Record<string, string>>) =>
    rulesBroken({ ...sound, ...files }).filter((rule) => rule.startsWith("circle"));
  assert.deepEqual(circles(circle), ["circle src/state"]);
  assert.deepEqual(circles({ ...circle, "src/state/other/b.ts": "" }), []);
});

test("checkImports() lets no rule start a program or write a file", () => {
  const files = { "src/programs/a.ts": "", "src/durable/a.ts": "" };
  const importing = (file: string, name: string) =>
    rulesBroken({ ...sound, ...files, [file]: `import "${name}";` }).filter((rule) =>
      rule.startsWith("layer"),
    );
  assert.deepEqual(importing("src/state/a.ts", "../programs/a.ts"), ["layer src/state/a.ts"]);
  assert.deepEqual(importing("src/state/a.ts", "../durable/a.ts"), ["layer src/state/a.ts"]);
  assert.deepEqual(importing("src/tasks/disk/a.ts", "../../programs/a.ts"), []);
});

test("checkImports() lets the app import types of operations, and nothing that is loaded", () => {
  const importing = (text: string, file = "src/app/a.ts") =>
    rulesBroken({ ...sound, [file]: text }).filter((rule) => rule.startsWith("layer"));
  assert.deepEqual(importing('import type { OutputOf } from "#operations";'), []);
  const refused = ["layer src/app/a.ts"];
  assert.deepEqual(importing('import { loadOperation } from "#operations";'), refused);
  assert.deepEqual(importing('import { type OutputOf } from "#operations";'), refused);
  assert.deepEqual(importing('const all = await import("#operations");'), refused);
  assert.deepEqual(importing('import type { Pack } from "../operations/pack.ts";'), refused);
  const other = importing('import type { OutputOf } from "#operations";', "src/web/a.ts");
  assert.deepEqual(other, ["layer src/web/a.ts"]);
});

/** What closes the way from `b.ts` back to `a.ts`, and whether that is a circle. */
const closings: readonly (readonly [closing: string, isCircle: boolean])[] = [
  ['import { a } from "./a.ts";', true],
  ['export * from "./a.ts";', true],
  ['import { type A, a } from "./a.ts";', true],
  ['const a = await import("./a.ts");', true],
  ['import type { A } from "./a.ts";', false],
  ['export type { A } from "./a.ts";', false],
];

for (const [closing, isCircle] of closings) {
  test(`checkImports() reports ${isCircle ? "a" : "no"} circle of files for ${closing}`, () => {
    const files = {
      ...sound,
      "src/base/a.ts": 'import { c } from "./c.ts";',
      "src/base/c.ts": 'import { b } from "./b.ts";',
      "src/base/b.ts": closing,
    };
    const found = checkImports(new Map(Object.entries(files)));
    assert.deepEqual(
      found.filter(({ rule }) => rule === "circle").map(({ file }) => file),
      isCircle ? ["src/base/a.ts"] : [],
    );
  });
}

test("checkImports() reports what imports the registry that lists its folder, types included", () => {
  const registry = 'export const names = { a: () => import("./tour/a.ts") };';
  const files = {
    "src/operations/registry.ts": registry,
    "src/operations/tour/a.ts": 'import "./b.ts";',
    "src/operations/tour/b.ts": 'import type { Name } from "../registry.ts";',
    "src/operations/beside/a.ts": 'import { names } from "../registry.ts";',
  };
  const broken = rulesBroken({ ...sound, ...files });
  assert(broken.includes("layer src/operations/tour/b.ts"));
  assert(!broken.includes("layer src/operations/beside/a.ts"));
});

test("checkImports() lets a registry load what imports it", () => {
  const files = { "src/formats/list.ts": 'import { names } from "./registry.ts";' };
  const registry = 'export const names = { list: () => import("./list.ts") };';
  const all = { ...sound, ...files, "src/formats/registry.ts": registry };
  assert.ok(!rulesBroken(all).some((rule) => rule.startsWith("circle")));
});

test("checkImports() reports a folder of more than 40 files, tests included", () => {
  const folder = (files: number, end: string) =>
    Object.fromEntries(
      Array.from({ length: files }, (_, index) => [`src/memory/a${index}${end}`, ""]),
    );
  const half = folder(20, ".ts");
  assert.ok(!rulesBroken({ ...half, ...folder(20, ".test.ts") }).includes("size src/memory"));
  assert.ok(rulesBroken({ ...half, ...folder(21, ".test.ts") }).includes("size src/memory"));
});

test("checkImports() reports more than 16,000 lines of operations, tests aside", () => {
  const sizes = (files: Readonly<Record<string, string>>) =>
    rulesBroken(files).filter((rule) => rule === "size src/operations");
  const lines = (count: number) => "//\n".repeat(count);
  const most = { "src/operations/a.ts": lines(8000), "src/operations/task/b.ts": lines(8000) };
  assert.deepEqual(sizes({ ...most, "src/operations/a.test.ts": lines(1) }), []);
  assert.deepEqual(sizes({ ...most, "src/state/a.ts": lines(1) }), []);
  assert.deepEqual(sizes({ ...most, "src/operations/c.ts": lines(1) }), ["size src/operations"]);
});

test("checkImports() lets every agent use what lies in agents/records, which is none", () => {
  const files = {
    "src/agents/records/scan.ts": "export const scan = 1;",
    "src/agents/codex/read.ts": 'import "../records/scan.ts";',
    "src/agents/pi/read.ts": 'import "../codex/read.ts";',
  };
  const broken = rulesBroken({ ...sound, ...files }).filter((rule) => rule.startsWith("stranger"));
  assert.deepEqual(broken, ["stranger src/agents/pi/read.ts"]);
});

test("checkImports() lets tests use what they need, and SQL stand in tables.ts or tables/", () => {
  const files = {
    "src/bundles/archive.test.ts": 'import "node:fs";\nimport "../disk/folder.ts";',
    "src/operations/tables.ts": 'export const all = "select a from b";',
    "src/operations/tables/rows.ts": 'export const one = "select a from b limit 1";',
    "src/operations/pack.ts": 'import "./tables.ts";\nimport "./tables/rows.ts";',
  };
  assert.ok(!rulesBroken({ ...sound, ...files }).some((rule) => /^(layer|builtin|sql)/.test(rule)));
});

test("checkImports() names the line", () => {
  const files = { ...sound, "src/base/hash.ts": '\n/* two\nlines */\nimport fs from "node:fs";' };
  assert.equal(checkImports(new Map(Object.entries(files)))[0]?.line, 4);
});
