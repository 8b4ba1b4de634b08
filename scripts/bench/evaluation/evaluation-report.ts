import path from "node:path";
import { compareWithBaseline } from "../../../src/tasks/report/gate/against-baseline.ts";
import { buildReport, type TaskReport } from "../../../src/tasks/report/report.ts";
import type { ReportRow } from "../../../src/tasks/report/report-row.ts";
import { randomFrom } from "../planted-session.ts";
import type { Report } from "../report.ts";
import { runForReal, writeAndReport } from "./real-runs.ts";
import { type Chances, drawTasks, simulate, simulateRuns, trueRate, type World } from "./world.ts";

const SEED = 20_261_117;
const WORLDS = 300;
/** Logits of 80, 50 and 20 %. */
const UNEQUAL = [1.386, 0, -1.386];
/** How much a task can suit one agent more than another, as a logit. */
const OWN = 1.5;

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
    const total = (key: Exclude<keyof Measured, "first" | "named" | "namedBeyond">) =>
      found.reduce((sum, each) => sum + each[key], 0);
    const reports = WORLDS * found.length;
    const sample = simulate({ skills: UNEQUAL, tasks: 10, runs: 3, spread: 1 }, random);
    const read = writeAndReport(path.join(folder, "simulated"), sample);
    const real = runForReal(path.join(folder, "real"));
    return {
      lines: [
        `${WORLDS} evaluations each; agents that succeed in 80, 50 and 20 %, and four equal agents`,
        "                                named best        wrongly more than chance",
        "tasks  runs  spread  best first  here    beyond    here    beyond  own tasks    interval holds",
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
          name: "reports on equal agents that claim a difference on these tasks",
          value: total("falseHere") / reports,
          most: 0.05,
        },
        {
          name: "reports on equal agents that claim a difference for tasks like these",
          value: total("falseBeyond") / reports,
          most: 0.05,
        },
        {
          name: "the same, where each agent has tasks that suit it",
          value: total("falseBeyondOwn") / reports,
          most: 0.05,
        },
        {
          name: "the same, where the agent is in truth the worse one on these tasks",
          value: total("falseHereOwn") / reports,
          most: 0.05,
        },
        {
          name: "gates that fail although no agent got worse",
          value: total("falseAlarms") / reports,
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

/** Evaluations that claim something false, about these tasks and about tasks like these. */
interface FalseClaims {
  falseHere: number;
  falseBeyond: number;
  /** The same in worlds where each agent has tasks that suit it, and none is better over all tasks. */
  falseHereOwn: number;
  falseBeyondOwn: number;
  /** Gates that fail although every agent is as good as in the baseline. */
  falseAlarms: number;
}

interface Measured extends Readonly<FalseClaims> {
  /** Share of evaluations whose first place is the best agent. */
  readonly first: number;
  /** Share of evaluations that name the best one beyond chance, on these tasks. */
  readonly named: number;
  /** The same for tasks like these. */
  readonly namedBeyond: number;
  readonly covered: number;
  readonly intervals: number;
}

function measure(setting: Setting, random: () => number): Measured {
  let first = 0;
  const named = { here: 0, beyond: 0 };
  const claims: FalseClaims = {
    falseHere: 0,
    falseBeyond: 0,
    falseHereOwn: 0,
    falseBeyondOwn: 0,
    falseAlarms: 0,
  };
  const intervals = { covered: 0, intervals: 0 };
  for (let world = 0; world < WORLDS; world++) {
    const unequal: World = { ...setting, skills: UNEQUAL };
    const report = reportOf(simulate(unequal, random));
    if (report.leaderboard[0]?.tool === "agent 0") first++;
    if (isBestNamed(report, "onTheseTasks")) named.here++;
    if (isBestNamed(report, "onTasksLikeThese")) named.beyond++;
    countCovered(report, unequal, intervals);
    const level = (random() - 0.5) * 3;
    countFalse({ ...setting, skills: [level, level, level, level] }, random, claims);
  }
  return {
    first: first / WORLDS,
    named: named.here / WORLDS,
    namedBeyond: named.beyond / WORLDS,
    ...claims,
    ...intervals,
  };
}

/** What reports claim of equal agents, with equal tasks for all and with tasks that suit one of them. */
function countFalse(world: World, random: () => number, claims: FalseClaims): void {
  const { differences } = reportOf(simulate(world, random));
  if (differences.some(({ onTheseTasks }) => !onTheseTasks.canBeChance)) claims.falseHere++;
  if (differences.some(isClaimedBeyond)) claims.falseBeyond++;
  const chances = drawTasks({ ...world, own: OWN }, random);
  const own = reportOf(simulateRuns(chances, world.runs, random)).differences;
  if (own.some((difference) => isWrongHere(difference, chances))) claims.falseHereOwn++;
  if (own.some(isClaimedBeyond)) claims.falseBeyondOwn++;
  const [now = [], before = []] = [0, 1].map(() => simulateRuns(chances, world.runs, random));
  const gate = compareWithBaseline(now, before, ({ title }) => title);
  if (gate.some(({ passed }) => !passed)) claims.falseAlarms++;
}

type Difference = TaskReport["differences"][number];

function isClaimedBeyond({ onTasksLikeThese }: Difference): boolean {
  return !onTasksLikeThese.canBeChance;
}

/** Whether the agent that is claimed to be better on these tasks is the worse one on them. */
function isWrongHere({ left, right, delta, onTheseTasks }: Difference, chances: Chances): boolean {
  const truth = chances.reduce(
    (sum, agents) => sum + (agents[agentOf(left)] ?? 0) - (agents[agentOf(right)] ?? 0),
    0,
  );
  return !onTheseTasks.canBeChance && (delta ?? 0) * truth <= 0;
}

function agentOf(key: string): number {
  return Number(/agent (\d+)/.exec(key)?.[1]);
}

function reportOf(rows: readonly ReportRow[]): TaskReport {
  return buildReport(rows, { generatedAt: "", rootDir: ".", groupBy: "task", errors: [] });
}

function isBestNamed(
  { differences }: TaskReport,
  where: "onTheseTasks" | "onTasksLikeThese",
): boolean {
  const mine = differences.filter(({ left }) => left.includes("agent 0"));
  return mine.length === 2 && mine.every((difference) => !difference[where].canBeChance);
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
    percent(found.named).padEnd(8),
    percent(found.namedBeyond).padEnd(10),
    percent(found.falseHere / WORLDS).padEnd(8),
    percent(found.falseBeyond / WORLDS).padEnd(8),
    `${percent(found.falseHereOwn / WORLDS)}, ${percent(found.falseBeyondOwn / WORLDS)}`.padEnd(17),
    percent(found.covered / found.intervals),
  ].join("");
}
