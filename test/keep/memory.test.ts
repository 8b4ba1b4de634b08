/** Memory of the program as it is installed: what V8 keeps of garbage counts for whoever has it run every hour. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { writeLogs } from "../../scripts/bench/keep/write-logs.ts";
import { holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const reporter = path.join(import.meta.dirname, "../../scripts/bench/report-peak.cjs");
const MB = 1_000_000;
const MAX_MB = 175;

test("keeping and restoring take memory that does not follow what the sessions hold", () => {
  const home = makeScratch();
  const file = path.join(home, "peak");
  const env = {
    HOME: home,
    XDG_DATA_HOME: "",
    XDG_STATE_HOME: "",
    NODE_OPTIONS: `--require=${JSON.stringify(reporter)}`,
    HOLDALL_BENCH_PEAK: file,
  };
  const peakOf = (...args: readonly string[]) => {
    const { code, stderr } = holdallJson(["keep", ...args], { cwd: home, env });
    assert.equal(code, 0, stderr);
    return Number(fs.readFileSync(file, "utf8")) / MB;
  };
  writeLogs(home, { sessions: 1500, bytes: 150 * MB });
  const peaks = { first: peakOf("now"), unchanged: peakOf("now") };
  fs.rmSync(path.join(home, ".claude"), { recursive: true });
  const restore = peakOf("restore", "--all");
  for (const [name, peak] of Object.entries({ ...peaks, restore })) {
    assert.ok(peak < MAX_MB, `${name}: ${peak.toFixed(0)} MB`);
  }
});
