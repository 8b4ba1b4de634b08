import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { fill, table } from "../docs/markdown.ts";
import { root } from "../run.ts";
import { plotGrowth } from "./curator/plot-growth.ts";
import type { Figure } from "./figure.ts";
import { figures } from "./figures.ts";
import { plot } from "./plot.ts";
import type { ReportResult } from "./report.ts";

/** What became of a figure. */
export interface Result extends Pick<Figure, "name" | "unit" | "limit" | "plot" | "scale"> {
  readonly quantile: number;
  /** Ratio of the best rounds, and of those that decide. */
  readonly best: number;
  readonly ratio: number;
  readonly ours: number;
  readonly rival: number;
  readonly ok: boolean;
  /** What was measured, and how busy the machine was; set when it is written down. */
  readonly commit?: string;
  readonly load?: string;
}

const JSON_FILE = "bench/results.json";
const PAGE = "docs/performance.md";
const PICTURE = "docs/performance/compile.svg";
const GROWTH = "docs/performance/refresh.svg";

/** A result in two lines. */
export function describe(result: Result): string {
  const { name, limit, best, ratio, ok } = result;
  const promise = limit === null ? "nothing promised" : `at most ${limit.toFixed(2)}`;
  const ratios = `${ratio.toFixed(2)}, best ${best.toFixed(2)}, ${promise}`;
  return `${ok ? "ok      " : "MISSED  "}  ${name}\n          ${ratios} (${amounts(result)})`;
}

function amounts({ unit, ours, rival }: Result): string {
  const show = (value: number): string => {
    if (unit === "memory") return `${(value / 1e6).toFixed(1)} MB`;
    return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
  };
  return `${show(ours)} / ${show(rival)}`;
}

/** Writes what reports found, with every single case; those that were not made keep their earlier result. */
export async function writeReports(
  reports: readonly (ReportResult & { readonly name: string })[],
): Promise<void> {
  const file = join(root, "bench/recall.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const kept = reports.filter(({ notRun }) => notRun === undefined);
  const all = { ...JSON.parse(text), ...Object.fromEntries(kept.map((each) => [each.name, each])) };
  await mkdir(join(root, "bench"), { recursive: true });
  await writeFile(file, `${JSON.stringify(all)}\n`);
}

/** Writes results for programs, for people and as a picture. Figures left out keep their earlier result. */
export async function writeResults(results: readonly Result[]): Promise<void> {
  const earlier = await readEarlier();
  const state = { commit: commit(), load: loadavg()[0]?.toFixed(1) ?? "" };
  const measured = results.map((result) => ({ ...result, ...state }));
  const byName = new Map([...earlier, ...measured].map((result) => [result.name, result]));
  const all = figures.flatMap(({ name }) => byName.get(name) ?? []);
  await mkdir(join(root, "bench"), { recursive: true });
  const machine = {
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 1e9)} GB`,
    node: process.version,
  };
  const page = { machine, measuredAt: new Date().toISOString(), results: all };
  await writeFile(join(root, JSON_FILE), `${JSON.stringify(page, null, 2)}\n`);
  await mkdir(join(root, "docs/performance"), { recursive: true });
  await writeFile(join(root, PICTURE), plot(all));
  await writeFile(join(root, GROWTH), plotGrowth(all));
  const text = await readFile(join(root, PAGE), "utf8");
  const where = `Node ${machine.node}, ${machine.cores} cores, ${machine.memory}.`;
  await writeFile(join(root, PAGE), fill(text, "figures", `\n${where}\n\n${tableOf(all)}\n`));
}

function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.name,
    amounts(result),
    result.ratio.toFixed(2),
    result.limit?.toFixed(2) ?? "",
    result.limit === null ? "" : result.ok ? "met" : "missed",
    `${result.commit}, ${result.load}`,
  ]);
  return table(["ours / beside what", "measured", "ratio", "at most", "", "commit, load"], rows);
}

function commit(): string {
  const argv = ["rev-parse", "--short", "HEAD"];
  return execFileSync("git", argv, { cwd: root, encoding: "utf8" }).trim();
}

async function readEarlier(): Promise<readonly Result[]> {
  try {
    return JSON.parse(await readFile(join(root, JSON_FILE), "utf8")).results;
  } catch {
    return []; // Nothing was measured yet.
  }
}
