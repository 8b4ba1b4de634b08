import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { launcher } from "../../support/program.ts";
import { makeScratch } from "../../support/scratch.ts";

const peak = path.join(import.meta.dirname, "../../../scripts/bench/report-peak.cjs");
const cwd = makeScratch();

test("46: a report over 5,000 bundles stays under 200 MB", () => {
  for (let n = 0; n < 5000; n++) writeSmallBundle(n);
  const peakFile = path.join(makeScratch(), "peak.txt");
  const ran = spawnSync(
    process.execPath,
    ["--require", peak, launcher, "task", "report", ".", "--json"],
    {
      cwd,
      env: { ...process.env, HOLDALL_BENCH_PEAK: peakFile },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  assert.equal(ran.status, 0, ran.stderr);
  const { bundleCount } = JSON.parse(ran.stdout) as { readonly bundleCount: number };
  assert.equal(bundleCount, 5000);
  const bytes = Number(fs.readFileSync(peakFile, "utf8"));
  assert.ok(bytes > 0 && bytes < 200 * 1024 * 1024, `${bytes} bytes at its peak`);
});

/** Only what every bundle has, so that the test spends its time on the report. */
function writeSmallBundle(n: number): void {
  const folder = path.join(cwd, `run${n}`);
  fs.mkdirSync(folder);
  const document = {
    schemaVersion: "0.2.0",
    id: `run${n}`,
    title: `Task ${n % 50}`,
    createdAt: "2026-05-01T10:00:00Z",
    tool: `tool${n % 5}`,
    artifacts: { task: "task.md", summary: "summary.md" },
    outcome: { status: n % 3 === 0 ? "failure" : "success", score: (n % 100) / 100 },
  };
  fs.writeFileSync(path.join(folder, "bundle.json"), JSON.stringify(document));
  fs.writeFileSync(path.join(folder, "task.md"), `# Task ${n % 50}\n`);
}
