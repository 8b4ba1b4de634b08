/**
 * `npm run bench`: our speed and memory beside what they are measured against, as ratios of one run.
 *
 *     npm run bench                    every figure but the large ones
 *     npm run bench -- --large         those too
 *     npm run bench -- pack memory     the figures whose name contains one of these words
 *     npm run bench -- task --tolerance 1.25
 *                                      a figure may exceed its limit by a quarter
 *     npm run bench -- --write         also to bench/results.json and docs/performance.md
 *     npm run bench -- handoff --provider anthropic --model NAME --key-variable NAME [--base-url URL]
 *                                      a model writes the summaries that agents' compactions are compared by
 *     npm run bench -- search --sessions 10000
 *                                      a machine with so many sessions of 100 KB each (1 GB)
 */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askNamed } from "../src/models/model-input.ts";
import type { Figure } from "./bench/figure.ts";
import { figures } from "./bench/figures.ts";
import { alternate } from "./bench/measure.ts";
import { describeCheck, isWithin, type Report } from "./bench/report.ts";
import { reports } from "./bench/reports.ts";
import { describe, type Result, writeReports, writeResults } from "./bench/results.ts";

const { values, positionals: names } = parseArgs({
  options: {
    large: { type: "boolean" },
    write: { type: "boolean" },
    provider: { type: "string" },
    model: { type: "string" },
    "base-url": { type: "string" },
    "key-variable": { type: "string" },
    sessions: { type: "string" },
    tolerance: { type: "string", default: "1" },
  },
  allowPositionals: true,
});
const ask = await askNamed({ signal: new AbortController().signal }, values);
const tolerance = Number(values.tolerance);
if (!(tolerance >= 1)) throw new Error("Cannot use --tolerance: it must be a number of at least 1");
const sessions = values.sessions === undefined ? null : Number(values.sessions);
const scratch = await mkdtemp(join(tmpdir(), "holdall-bench-"));
// Also when it is interrupted: the large inputs are gigabytes.
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
const results: Result[] = [];
let broken = 0;
for (const figure of figures) {
  if (names.length > 0 && !names.some((name) => figure.name.includes(name))) continue;
  if (figure.large && !values.large) {
    console.log(`left out  ${figure.name} (--large)`);
    continue;
  }
  try {
    const result = await measure(figure);
    results.push(result);
    console.log(describe(result));
  } catch (error) {
    broken++;
    console.log(`BROKEN    ${figure.name}\n${error instanceof Error ? error.message : error}`);
  }
}
const ran = await runReports();
const checks = ran.flatMap((report) => report.checks);
if (values.write) {
  if (results.length > 0) await writeResults(results);
  await writeReports(ran);
}
const missed =
  results.filter(({ ok }) => !ok).length +
  checks.filter((check) => !isWithin(check)).length +
  broken;
const all = results.length + checks.length + broken;
console.log(`${all - missed} of ${all} figures are met`);
process.exitCode = missed === 0 && all > 0 ? 0 : 1;

async function runReports() {
  const results = [];
  for (const report of reports) {
    if (names.length > 0 && !names.some((name) => report.name.includes(name))) continue;
    try {
      results.push({ name: report.name, ...(await runReport(report)) });
    } catch (error) {
      broken++;
      console.log(`BROKEN    ${report.name}\n${error instanceof Error ? error.stack : error}`);
    }
  }
  return results;
}

async function runReport(report: Report) {
  const folder = join(scratch, "report");
  await mkdir(folder);
  try {
    const large = values.large === true;
    const result = await report.run(folder, { ask, sessions, large });
    console.log(result.notRun ? `not run   ${report.name}: ${result.notRun}` : report.name);
    for (const line of result.lines) console.log(`          ${line}`);
    for (const check of result.checks) console.log(describeCheck(check));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(figure: Figure): Promise<Result> {
  const folder = join(scratch, "figure");
  const shared = join(scratch, "shared");
  await mkdir(folder);
  await mkdir(shared, { recursive: true });
  try {
    const { ours, rival, end } = await figure.prepare(folder, shared);
    const fixed = typeof rival === "number" ? async () => rival : rival;
    const rounds = await alternate(ours, fixed, figure.rounds).finally(end);
    const { name, unit, limit, quantile = 0.5 } = figure;
    const taken = at(rounds.ours, quantile);
    const allowed = at(rounds.rival, quantile);
    const ratios = rounds.ours.map((time, round) => time / (rounds.rival[round] ?? Number.NaN));
    const ratio = figure.byRound ? at(ratios, quantile) : taken / allowed;
    return {
      name,
      unit,
      limit,
      quantile,
      best: at(rounds.ours, 0) / at(rounds.rival, 0),
      ratio,
      ours: taken,
      rival: allowed,
      ok: limit === null || ratio <= limit * tolerance,
      ...(figure.plot === undefined ? {} : { plot: figure.plot }),
      ...(figure.scale === undefined ? {} : { scale: figure.scale }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function at(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * quantile), sorted.length - 1)] ?? Number.NaN;
}
