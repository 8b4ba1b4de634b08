/** The first section of docs/curator.md and the script of the example, executed as a newcomer would. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { quoteForShell } from "../../../src/base/text/quote-for-shell.ts";
import { makeScratch } from "../../support/scratch.ts";

const scratch = makeScratch();
const bin = path.join(scratch, "bin");
fs.mkdirSync(bin);
const shim = `#!/bin/sh\nexec "${process.execPath}" "${path.resolve("bin/holdall.cjs")}" "$@"\n`;
fs.writeFileSync(path.join(bin, "holdall"), shim, { mode: 0o755 });

/** Runs a line of a shell; the result is its exit code and what it printed. */
function sh(cwd: string, line: string): Promise<{ code: number; out: string; problems: string }> {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, EDITOR: "true" };
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", line], { cwd, env }, (error, out, problems) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : error ? -1 : 0,
        out,
        problems,
      }),
    );
  });
}

/** The lines of the page's shell blocks between two headings. */
function commandsOf(page: string, heading: string): readonly string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const blocks = section.split("```sh\n").slice(1);
  return blocks.flatMap((block) => (block.split("\n```")[0] ?? "").split("\n"));
}

test("a newcomer gets from an empty folder to a refreshed bundle, an ingested file, an accepted request and a prompt", async () => {
  const [first, ...lines] = commandsOf(
    fs.readFileSync("docs/curator.md", "utf8"),
    "From an empty folder to a prompt",
  );
  assert.equal(first, "mkdir lab && cd lab");
  const lab = path.join(scratch, "lab");
  fs.mkdirSync(lab);
  const names = { BUNDLE: "", REQUEST: "" };
  let last = "";
  for (const line of lines) {
    const asked = line.replace("BUNDLE", names.BUNDLE).replace("REQUEST", names.REQUEST);
    const { code, out, problems } = await sh(lab, asked);
    const expected = Number(/# exit code (\d)/.exec(line)?.[1] ?? 0);
    assert.equal(code, expected, `${asked}\n${out}${problems}`);
    if (line.startsWith("holdall context bundle list")) {
      const listed = await sh(lab, "holdall context bundle list --json");
      const [bundle] = JSON.parse(listed.out).bundles;
      Object.assign(names, { BUNDLE: bundle.bundle_id, REQUEST: bundle.request_id });
    }
    last = out;
  }
  assert.match(last, /Describe --dry-run in the reference\./);
  const read = (file: string) => fs.readFileSync(path.join(lab, "registry", file), "utf8");
  assert.match(
    read("docs/ai_context/open_requests.md"),
    /\[req_flag\].* accepted since \S+ from build/,
  );
  assert.match(read("build/ai_context/open_requests.md"), /from docs/);
  assert.equal((await sh(lab, `holdall context bundle show ${names.BUNDLE}`)).code, 0);
  const packs = commandsOf(fs.readFileSync("docs/curator.md", "utf8"), "Packs and briefs");
  assert(packs.length > 2);
  const repository = quoteForShell(path.resolve("."));
  for (const line of packs) {
    const { code, out, problems } = await sh(
      lab,
      line.replace("REPOSITORY", () => repository),
    );
    assert.equal(code, 0, `${line}\n${out}${problems}`);
  }
});

test("the script of the example creates its queue", async () => {
  const lab = path.join(scratch, "example");
  fs.cpSync("examples/responsibilities", lab, { recursive: true });
  const outcome = await sh(lab, "sh queue.sh && holdall context refresh --all");
  assert.equal(outcome.code, 0, outcome.problems);
  const read = (file: string) => fs.readFileSync(path.join(lab, "registry", file), "utf8");
  assert.match(
    read("docs/ai_context/open_requests.md"),
    /p50 pending since \S+ from build: Describe the new flag/,
  );
  assert.match(
    read("build/ai_context/open_requests.md"),
    /pending since \S+ from docs: Publish 1\.4 on Thursday/,
  );
});
