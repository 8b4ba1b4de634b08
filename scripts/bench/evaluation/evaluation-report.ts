import path from "node:path";
import { buildReport, type TaskReport } from "../../../src/tasks/report/report.ts";
import type { ReportRow } from "../../../src/tasks/report/report-row.ts";
import { randomFrom } from "../planted-session.ts";
import type { Report } from "../report.ts";
import { runForReal, writeAndReport } from "./real-runs.ts";
import { simulate, trueRate, type World } from "./world.ts";

const SEED = 20_261_117;
const WORLDS = 300;
/** Logits of 80, 50 and 20 %. */
const UNEQUAL = [1.386, 0, -1.386];

/** How many tasks, runs of each and how different the tasks are. */
const settings = [
  { tasks: 1, runs: 5, spread: 0 },
  { tasks: 3, runs: 5, spread: 1 },
  { tasks: 5, runs: 3, spread: 1 },
  { tasks: 8, runs: 1, spread: 1 },
  { tasks: 10, runs: 3, spread: 1.5 },
  { tasks: 20, runs: 5, spread: 1.5 },
  { tasks: 50, runs: 1, spread: 2 },
] as const;

/** Whether a report is right where the truth is known. */
export const evaluationReport: Report = {
  name: "evaluation: known agents on known tasks",
  async run(folder) {
    const random = randomFrom(SEED);
    const found = settings.map((setting) => ({ ...setting, ...measure(setting, random) }));
    const total = (key: "covered" | "intervals" | "falsePairs" | "pairs" | "falseReports") =>
      found.reduce((sum, each) => sum + each[key], 0);
    const sample = simulate({ skills: UNEQUAL, tasks: 10, runs: 3, spread: 1 }, random);
    const read = writeAndReport(path.join(folder, "simulated"), sample);
    const real = runForReal(path.join(folder, "real"));
    return {
      lines: [
        `${WORLDS} evaluations each; agents that succeed in 80, 50 and 20 %, and four equal agents`,
        "tasks  runs  spread  best first  named best  wrongly more than chance  interval holds",
        ...found.map(describe),
        `read from ${sample.length} bundles on disk: ${read.order.join(", ")}`,
        `through the real runner: ${real.order.join(", ")}`,
      ],
      checks: [
        {
          name: "the best agent is first, 10 tasks or more",
          value: Math.min(...found.filter(({ tasks }) => tasks >= 10).map(({ first }) => first)),
          least: 0.95,
        },
        {
          name: "a worse agent is called better by more than chance",
          value: total("falsePairs") / total("pairs"),
          most: 0.05,
        },
        {
          name: "reports on equal agents that claim any difference",
          value: total("falseReports") / (WORLDS * found.length),
          most: 0.05,
        },
        {
          name: "intervals that contain the truth",
          value: total("covered") / total("intervals"),
          least: 0.93,
        },
        {
          name: "intervals that contain the truth (not wider than needed)",
          value: total("covered") / total("intervals"),
          most: 0.97,
        },
        {
          name: "bundles on disk give the same report as their rows",
          value: sameOrder(read, reportOf(sample)) ? 1 : 0,
          least: 1,
        },
        {
          name: "the real runner's runs are ranked 80, 20, 0 %",
          value: real.order.join() === "often 0.8,late 0.2,crashed 0" ? 1 : 0,
          least: 1,
        },
      ],
      cases: found,
    };
  },
};

type Setting = (typeof settings)[number];

interface Measured {
  /** Share of evaluations whose first place is the best agent. */
  readonly first: number;
  /** Share of evaluations that name the best one beyond chance. */
  readonly named: number;
  readonly falsePairs: number;
  readonly pairs: number;
  readonly falseReports: number;
  readonly covered: number;
  readonly intervals: number;
}

function measure(setting: Setting, random: () => number): Measured {
  let first = 0;
  let named = 0;
  const equal = { falsePairs: 0, pairs: 0, falseReports: 0 };
  const intervals = { covered: 0, intervals: 0 };
  for (let world = 0; world < WORLDS; world++) {
    const unequal: World = { ...setting, skills: UNEQUAL };
    const report = reportOf(simulate(unequal, random));
    if (report.leaderboard[0]?.tool === "agent 0") first++;
    if (isBestNamed(report)) named++;
    countCovered(report, unequal, intervals);
    const level = (random() - 0.5) * 3;
    const alike = reportOf(simulate({ ...setting, skills: [level, level, level, level] }, random));
    const wrong = alike.differences.filter(({ canBeChance }) => !canBeChance).length;
    equal.falsePairs += wrong;
    equal.pairs += alike.differences.length;
    equal.falseReports += wrong > 0 ? 1 : 0;
  }
  return { first: first / WORLDS, named: named / WORLDS, ...equal, ...intervals };
}

function reportOf(rows: readonly ReportRow[]): TaskReport {
  return buildReport(rows, { generatedAt: "", rootDir: ".", groupBy: "task", errors: [] });
}

function isBestNamed({ differences }: TaskReport): boolean {
  const mine = differences.filter(({ left }) => left.includes("agent 0"));
  return mine.length === 2 && mine.every(({ canBeChance }) => !canBeChance);
}

/** One task says nothing about others, and its interval is about that task, whose difficulty is then the middle one. */
function countCovered(
  { leaderboard }: TaskReport,
  { skills, spread }: World,
  counts: { covered: number; intervals: number },
): void {
  for (const [agent, skill] of skills.entries()) {
    const rate = leaderboard.find(({ tool }) => tool === `agent ${agent}`)?.successRate;
    if (!rate) continue;
    const truth = trueRate(skill, spread);
    counts.intervals++;
    if (rate.low <= truth && truth <= rate.high) counts.covered++;
  }
}

function sameOrder(read: { readonly order: readonly string[] }, report: TaskReport): boolean {
  return (
    read.order.join() ===
    report.leaderboard.map(({ tool, successRate }) => `${tool} ${successRate?.rate}`).join()
  );
}

function describe(found: Setting & Measured): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
  return [
    String(found.tasks).padEnd(7),
    String(found.runs).padEnd(6),
    String(found.spread).padEnd(8),
    percent(found.first).padEnd(12),
    percent(found.named).padEnd(12),
    percent(found.falsePairs / found.pairs).padEnd(26),
    percent(found.covered / found.intervals),
  ].join("");
}
