/** `task report --learn`: what failed runs did differently, in every form of a report. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeSealedRun } from "../support/sealed-runs.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const edit = { type: "edit_file", path: "src/a.ts", at: "2026-05-01T10:00:00Z" };
const tests = { type: "run_command", command: "npm test", exitCode: 0, at: edit.at };
const frame = (type: string, detail: string) => ({ type, detail, at: edit.at });

for (let run = 0; run < 8; run++) {
  const isSuccess = run % 2 === 0;
  writeSealedRun(path.join(cwd, "runs", `r${run}`), {
    document: {
      title: "<b>T</b>",
      tool: "a",
      outcome: { status: isSuccess ? "success" : "failure" },
    },
    // The runner's own records differ between successful and failed runs, and teach nothing.
    events: [
      frame("start", "The agent was given the task"),
      edit,
      ...(isSuccess ? [tests] : []),
      frame(isSuccess ? "run_ended" : "run_failed", `exit ${run}`),
    ],
  });
}
writeSealedRun(path.join(cwd, "runs", "alone"), {
  document: { title: "Alone", outcome: { status: "failure" } },
  task: "# Alone\n",
  events: [edit],
});

const LINE = /All 4 successful runs saw the tests pass in the end; none of the 4 failed runs did\./;

test("--learn is in the text, the Markdown, the page and the JSON of a report", () => {
  const args = ["task", "report", "runs", "--learn", "--out", "r.md", "--html-out", "r.html"];
  const { stdout } = holdall(args, { cwd });
  const read = (file: string) => fs.readFileSync(path.join(cwd, file), "utf8");
  for (const text of [stdout, read("r.md"), read("r.html")]) {
    assert.match(text, LINE);
    assert.match(text, /Nothing to learn from 1 task/);
  }
  assert.ok(!`${read("r.md")}${read("r.html")}`.includes("<b>T</b>"));
  const { json } = holdallJson(["task", "report", "runs", "--learn"], { cwd });
  const { learning } = json as { learning: { lessons: readonly { habits: readonly unknown[] }[] } };
  assert.deepEqual(learning.lessons[0]?.habits[0], {
    did: "saw the tests pass in the end",
    succeeded: { did: 4, of: 4 },
    failed: { did: 0, of: 4 },
    canBeChance: false,
  });
});

test("without --learn no steps are read, and two reports with it are the same bytes", () => {
  const report = (...args: readonly string[]) =>
    holdall(["task", "report", "runs", "--json", "--now", "2026-06-01T00:00:00Z", ...args], {
      cwd,
    });
  assert.match(report().stdout, /"learning": ?null/);
  assert.equal(report("--learn").stdout, report("--learn").stdout);
});
