import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { checks } from "../../scripts/checks.ts";
import { commandsOf, matches } from "../../scripts/docs/console.ts";
import { createScratch } from "../../scripts/docs/scratch.ts";
import { root, run } from "../../scripts/run.ts";
import { needsShell, runWarm } from "./warm-line.ts";

const program = join(root, "bin/holdall.cjs");
const pages = (await Array.fromAsync(glob(["*.md", "docs/**/*.md"], { cwd: root }))).sort();
const texts = new Map(pages.map((page) => [page, readFileSync(join(root, page), "utf8")]));

/** Programs that pages may use beside ours; CI has them all. */
const outside = ["age", "age-keygen", "ssh-keygen", "sha256sum", "tar", "jq"];
const missing = (await Promise.all(outside.map(isMissing))).filter((name) => name !== null);

describe("commands on pages do what the page says", () => {
  for (const [page, text] of texts) {
    const commands = commandsOf(text);
    if (commands.length === 0) continue;
    const needs = missing.filter((name) => commands.some((each) => each.text.includes(`${name} `)));
    const skip = needs.length > 0 && `not run: ${needs.join(", ")} is not installed`;
    test(page, { skip }, async () => {
      const scratch = await createScratch(program);
      try {
        for (const command of commands) {
          const isPlain = command.text.startsWith("holdall ") && !needsShell(command.text);
          const outcome = isPlain
            ? runWarm(command.text, scratch, { cwd: scratch.folder })
            : await scratch.run(command.text);
          const message = `${page}:${command.line}  $ ${command.text}\nexit code ${outcome.code}\n${outcome.output}`;
          assert(
            matches(command, outcome),
            `${message}\nrun npm run docs if this is as it should be`,
          );
        }
      } finally {
        scratch.remove();
      }
    });
  }
});

test("programs on pages run with the published entry points", async () => {
  const programs = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => ({ page, code })),
  );
  assert(programs.length > 0);
  const scratch = await createScratch(program);
  try {
    await scratch.run("mkdir node_modules");
    symlinkSync(root, join(scratch.folder, "node_modules/holdall"));
    for (const { page, code } of programs) {
      writeFileSync(join(scratch.folder, "page.mjs"), code);
      const outcome = await run(process.execPath, ["page.mjs"], { cwd: scratch.folder });
      assert.equal(outcome.code, 0, `${page}: ${outcome.output}`);
      assert.notEqual(outcome.output, "", `${page}: the program printed nothing`);
    }
  } finally {
    scratch.remove();
  }
});

test("npm commands on pages exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = new Set([...checks.map(({ name }) => name), "checks", "tests"]);
  let seen = 0;
  for (const [page, text] of texts) {
    for (const [, verb, script] of text.matchAll(/\bnpm (start|test|run ([a-z-]+))/g)) {
      seen++;
      assert(scripts[script ?? verb ?? ""], `${page}: there is no npm script "${script ?? verb}"`);
    }
    for (const [, only = ""] of text.matchAll(/\bnpm test [^`\n]*--only ([a-z,]+)/g)) {
      for (const name of only.split(",")) assert(names.has(name), `${page}: no check "${name}"`);
    }
  }
  assert(seen > 0);
});

test("links between pages lead somewhere", () => {
  const broken = [...texts].flatMap(([page, text]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test("files that pages name by their path exist", () => {
  const absent = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/`((?:src|scripts|test|docs|bin)\/[\w./-]+\.\w+)`/g)]
      .map(([, path = ""]) => path)
      // The recipe's own example is on its page only.
      .filter((path) => !path.includes("/checklist/") && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(absent, []);
});

async function isMissing(name: string): Promise<string | null> {
  return (await run("/bin/sh", ["-c", `command -v ${name}`])).code === 0 ? null : name;
}

test("docs/tasks.md has its sections in the order of the work", () => {
  const headings = [...(texts.get("docs/tasks.md") ?? "").matchAll(/^## (.+)$/gm)];
  assert.deepEqual(
    headings.map(([, heading]) => heading),
    ["Pack", "Check", "Run", "Judge", "Compare", "Report", "Gate", "Exchange"],
  );
});
