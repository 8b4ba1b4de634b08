import fs from "node:fs";
import path from "node:path";
import { SMALL_HEAP } from "../../scripts/bench/measure.ts";
import { holdallJson, type Start } from "./program.ts";

const reporter = path.join(import.meta.dirname, "../../scripts/bench/report-peak.cjs");

/** Runs the program with `--json` and also returns the most memory that it used in a small heap, in MiB. */
export function holdallWithPeak(args: readonly string[], start: Start & { readonly cwd: string }) {
  const file = path.join(start.cwd, `peak-${process.hrtime.bigint()}`);
  const env = {
    ...start.env,
    NODE_OPTIONS: `${SMALL_HEAP} --require=${JSON.stringify(reporter)}`,
    HOLDALL_BENCH_PEAK: file,
  };
  const ran = holdallJson(args, { ...start, env });
  const peak = Number(fs.readFileSync(file, "utf8")) / 2 ** 20;
  fs.rmSync(file);
  return { ...ran, peak };
}
