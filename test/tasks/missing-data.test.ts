/** Runs that ended outside the agent's work are missing data: they count for nobody, and nobody overlooks them. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { TaskReport } from "../../src/tasks/report/report.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();

/** A folder of runs of one task, each with its `run` and `outcome`. */
function runs(name: string, documents: readonly Readonly<Record<string, unknown>>[]): string {
  for (const [at, document] of documents.entries()) {
    writeTaskBundle(path.join(cwd, name, `run-${at}`), { document });
  }
  return name;
}

const failed = { status: "failure", score: 0 };
const succeeded = { status: "success", score: 1 };
const error = { kind: "api", detail: "529 overloaded" };

const report = (name: string) =>
  holdallJson(["task", "report", name], { cwd }).json as unknown as TaskReport;

test("a run that ended outside the agent's work is in no rate, no score and no comparison", () => {
  const name = runs("outside", [
    { tool: "a", outcome: succeeded },
    { tool: "a", outcome: failed, run: { error } },
    { tool: "b", outcome: failed },
    // What a run says of its outcome does not matter when the run is missing.
    { tool: "b", outcome: succeeded, run: { error } },
  ]);
  const { leaderboard, statusCounts, bundleCount, differences, ranking } = report(name);
  assert.deepEqual(
    leaderboard.map(({ tool, runs: count, erroredRuns, successRate, score }) => [
      tool,
      count,
      erroredRuns,
      successRate?.rate,
      score,
    ]),
    [
      ["a", 1, 1, 1, 1],
      ["b", 1, 1, 0, 0],
    ],
  );
  assert.deepEqual([bundleCount, statusCounts.error, statusCounts.failure], [4, 2, 1]);
  assert.equal(differences[0]?.delta, 1);
  assert.deepEqual(
    ranking.slice(2).map((row) => row.error),
    [error, error],
  );
});

test("the report begins with who is ahead, and names each run as `task inspect` takes it", () => {
  const name = runs("ahead", [
    { tool: "a", outcome: succeeded },
    { tool: "b", outcome: failed },
  ]);
  const lines = holdall(["task", "report", name], { cwd }).stdout.split("\n");
  assert.equal(lines[0], "a is ahead: 1 of 1 runs succeeded, 0 of 1 of b; could be due to chance");
  assert.ok(lines.some((line) => /^1 +run-0 .* success/.test(line)));
});

test("an agent of which all runs are missing is last, and no rate is made up for it", () => {
  const name = runs("all-missing", [
    { tool: "gone", run: { error } },
    { tool: "here", outcome: failed },
  ]);
  const [first, last] = report(name).leaderboard;
  assert.equal(first?.tool, "here");
  assert.deepEqual(
    [last?.tool, last?.runs, last?.successRate, last?.score],
    ["gone", 0, null, null],
  );
});

test("every form of a report names missing runs with the reason", () => {
  const name = runs("named", [
    { tool: "a", outcome: succeeded, interventions: 2 },
    { tool: "a", run: { error } },
  ]);
  const files = ["--out", "named.md", "--html-out", "named.html", "--csv-out", "named.csv"];
  const { stdout } = holdall(["task", "report", name, ...files], { cwd });
  const read = (file: string) => fs.readFileSync(path.join(cwd, file), "utf8");
  for (const text of [stdout, read("named.md"), read("named.html")]) {
    assert.match(text, /[Ff]ailed [Oo]utside [Tt]he [Aa]gent, [Nn]ot [Cc]ounted/);
    assert.match(text, /529 overloaded/);
  }
  assert.match(read("named.csv"), /,error\r\n/);
  assert.match(read("named.csv"), /,api\r\n/);
});

test("interventions are summed where every run records them, and unknown otherwise", () => {
  const name = runs("interventions", [
    { tool: "a", outcome: succeeded, interventions: 2 },
    { tool: "a", outcome: succeeded, interventions: [{ at: "2026-05-01T10:00:00Z" }] },
    { tool: "b", outcome: failed, interventions: 1 },
    { tool: "b", outcome: failed },
  ]);
  const { leaderboard } = report(name);
  assert.deepEqual(
    leaderboard.map(({ tool, interventions }) => [tool, interventions]),
    [
      ["a", 3],
      ["b", null],
    ],
  );
  const { stdout } = holdall(["task", "report", name], { cwd });
  assert.match(stdout, /interventions/);
  assert.match(stdout, /b .* unknown\n/);
});
