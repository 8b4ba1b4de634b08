/**
 * `npm run bench`: our speed and memory beside what they are measured against, as ratios of one run.
 *
 *     npm run bench                    every figure but the large ones
 *     npm run bench -- --large         those too
 *     npm run bench -- pack memory     the figures whose name contains one of these words
 *     npm run bench -- --write         also to bench/results.json
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Figure, figures } from "./bench/figures.ts";
import { alternate, peakOf, timeOf, type Work } from "./bench/measure.ts";
import { root } from "./run.ts";

interface Result {
  readonly name: string;
  readonly unit: Figure["unit"];
  readonly limit: number;
  /** Ratio of the best rounds, and of the median ones; the latter decides. */
  readonly best: number;
  readonly median: number;
  readonly ours: number;
  readonly rival: number;
  readonly ok: boolean;
}

const { values, positionals: words } = parseArgs({
  options: { large: { type: "boolean" }, write: { type: "boolean" } },
  allowPositionals: true,
});
const results: Result[] = [];
let broken = 0;
for (const figure of figures) {
  if (words.length > 0 && !words.some((word) => figure.name.includes(word))) continue;
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
if (values.write) await writeResults();
const missed = results.filter(({ ok }) => !ok).length + broken;
console.log(`${results.length - missed + broken} of ${results.length + broken} figures are met`);
process.exitCode = missed === 0 && results.length > 0 ? 0 : 1;

async function measure(figure: Figure): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "holdall-bench-"));
  try {
    const { ours, rival } = await figure.prepare(join(folder, "input"));
    const meter = (work: Work) => async () => {
      if (figure.unit === "time") return timeOf(work);
      if (typeof work === "function") throw new Error("Cannot measure memory of a function");
      return peakOf(work, folder);
    };
    const rounds = await alternate(meter(ours), meter(rival), figure.rounds);
    const median = medianOf(rounds.ours) / medianOf(rounds.rival);
    return {
      name: figure.name,
      unit: figure.unit,
      limit: figure.limit,
      best: Math.min(...rounds.ours) / Math.min(...rounds.rival),
      median,
      ours: medianOf(rounds.ours),
      rival: medianOf(rounds.rival),
      ok: median <= figure.limit,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function describe({ name, unit, limit, best, median, ours, rival, ok }: Result): string {
  const show = (value: number): string =>
    unit === "time" ? `${value.toFixed(0)} ms` : `${(value / 1e6).toFixed(0)} MB`;
  const ratios = `median ${median.toFixed(2)}, best ${best.toFixed(2)}, at most ${limit.toFixed(2)}`;
  return `${ok ? "ok      " : "MISSED  "}  ${name}\n          ${ratios} (${show(ours)} / ${show(rival)})`;
}

async function writeResults(): Promise<void> {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const page = { machine, measuredAt: new Date().toISOString(), results };
  await mkdir(join(root, "bench"), { recursive: true });
  await writeFile(join(root, "bench/results.json"), `${JSON.stringify(page, null, 2)}\n`);
}
