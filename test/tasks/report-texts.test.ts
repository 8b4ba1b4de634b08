/** What a report says where its figures alone would mislead: tasks that were packed apart, and ranks that nothing decides. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall } from "../support/warm-program.ts";

interface Run {
  readonly tool: string;
  readonly of: string;
  readonly status?: string;
}

/** A report on these runs of tasks with the same title and text. */
function reportOn(runs: readonly Run[]) {
  const cwd = makeScratch();
  for (const [at, { tool, of, status }] of runs.entries()) {
    const outcome = status === undefined ? {} : { outcome: { status } };
    const document = { title: "Fix sum", tool, run: { of }, ...outcome };
    writeTaskBundle(path.join(cwd, `runs/${at}`), { document });
  }
  const files = ["--out", "report.md", "--html-out", "report.html"];
  const { code, stdout, stderr } = holdall(["task", "report", "runs", ...files], { cwd });
  assert.equal(code, 0, stderr);
  const read = (name: string) => fs.readFileSync(path.join(cwd, name), "utf8");
  return { stdout, markdown: read("report.md"), html: read("report.html") };
}

const OLD = "1111aaaa-0000-4000-8000-000000000000";
const NEW = "2222bbbb-0000-4000-8000-000000000000";

test("task report counts tasks that were packed apart each for itself, and says so", () => {
  const { stdout, markdown, html } = reportOn([
    { tool: "claude", of: OLD, status: "success" },
    { tool: "claude", of: NEW, status: "failure" },
    { tool: "codex", of: OLD, status: "failure" },
  ]);
  const note =
    '"Fix sum" names 2 tasks that were packed apart and are counted together: 1111aaaa (claude 1 of 1, codex 0 of 1), 2222bbbb (claude 0 of 1)';
  for (const text of [stdout.replaceAll(/\s+/g, " "), markdown.replaceAll("\\", "")]) {
    assert.ok(text.includes(note), text);
  }
  assert.match(html, /packed apart/);
});

test("task report has no note on runs of one task", () => {
  const { stdout } = reportOn([
    { tool: "claude", of: OLD, status: "success" },
    { tool: "codex", of: OLD, status: "failure" },
  ]);
  assert.doesNotMatch(stdout, /packed apart/);
  assert.match(stdout, /^Ranking$/m);
  assert.match(stdout, /^1 .*claude/m);
});

for (const [what, status] of [
  ["nothing is judged", undefined],
  ["all are level", "success"],
] as const) {
  test(`task report gives no ranks where ${what}`, () => {
    const runs = ["claude", "codex"].map((tool) => ({
      tool,
      of: OLD,
      ...(status === undefined ? {} : { status }),
    }));
    const { stdout, markdown, html } = reportOn(runs);
    assert.doesNotMatch(stdout, /^Ranking$/m);
    assert.doesNotMatch(stdout, /^\d+ +claude/m);
    assert.doesNotMatch(markdown, /Rank/);
    assert.doesNotMatch(html, />Rank(?:ing)?</);
  });
}
