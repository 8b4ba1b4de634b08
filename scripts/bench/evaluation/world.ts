import type { ReportRow } from "../../../src/tasks/report/report-row.ts";
import { reportRow } from "../../../test/support/report-row.ts";

/** A world in which it is known how often each agent succeeds. */
export interface World {
  /** The success of each agent on a task of middle difficulty, as a logit; equal numbers are equal agents. */
  readonly skills: readonly number[];
  readonly tasks: number;
  /** Runs of each agent on each task. */
  readonly runs: number;
  /** How much the difficulty of tasks differs (standard deviation, as a logit). */
  readonly spread: number;
  /** How much each agent has tasks that suit it (standard deviation, as a logit); none unless given. */
  readonly own?: number;
}

/** How likely each agent succeeds on each task of a world: `chances[task][agent]`. */
export type Chances = readonly (readonly number[])[];

/** The tasks of one evaluation. */
export function drawTasks(
  { skills, tasks, spread, own = 0 }: World,
  random: () => number,
): Chances {
  return Array.from({ length: tasks }, () => {
    const difficulty = spread * normal(random);
    return skills.map((skill) =>
      sigmoid(skill - difficulty + (own === 0 ? 0 : own * normal(random))),
    );
  });
}

/** The runs of one evaluation in a world. */
export function simulate(world: World, random: () => number): readonly ReportRow[] {
  return simulateRuns(drawTasks(world, random), world.runs, random);
}

/** So many runs of each agent on each task. A run that fails ends in one of the ways in which runs fail. */
export function simulateRuns(
  chances: Chances,
  runs: number,
  random: () => number,
): readonly ReportRow[] {
  return chances.flatMap((agents, task) =>
    agents.flatMap((chance, agent) =>
      Array.from({ length: runs }, (_, attempt) => {
        const isSuccess = random() < chance;
        return rowOf({ agent, task, attempt }, isSuccess ? SUCCESS : wayToFail(random));
      }),
    ),
  );
}

/** The success rate of an agent over all tasks that the world could have. */
export function trueRate(skill: number, spread: number): number {
  let sum = 0;
  let weights = 0;
  // Gauss's curve, cut where nothing is left of it.
  for (let step = -400; step <= 400; step++) {
    const at = step / 80;
    const weight = Math.exp((-at * at) / 2);
    sum += weight * sigmoid(skill - spread * at);
    weights += weight;
  }
  return sum / weights;
}

type Ending = Pick<ReportRow, "status" | "score">;

const SUCCESS: Ending = { status: "success", score: 1 };

/** At the time limit without a score, crashed after its work, or with a check that failed. */
function wayToFail(random: () => number): Ending {
  const way = random();
  if (way < 1 / 3) return { status: "failure", score: null };
  return way < 2 / 3 ? { status: "failure", score: 1 } : { status: "partial", score: 0.5 };
}

interface RunPlace {
  readonly agent: number;
  readonly task: number;
  readonly attempt: number;
}

function rowOf({ agent, task, attempt }: RunPlace, ending: Ending): ReportRow {
  return reportRow({
    title: `Task ${task}`,
    bundleDir: `${agent}-${task}-${attempt}`,
    tool: `agent ${agent}`,
    taskHash: String(task),
    ...ending,
  });
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Normally distributed, by the method of Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
