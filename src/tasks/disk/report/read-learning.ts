import path from "node:path";
import { createFindings } from "../../../base/findings.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { textOf } from "../../../model/task-bundle.ts";
import type { KeyedStep } from "../../compare/step.ts";
import { runEvents, stepOfEvent } from "../../compare/steps-of-events.ts";
import { eventLines } from "../../read/event-lines.ts";
import { readTaskFacts } from "../../read/task-facts.ts";
import { formatWho } from "../../report/format-values.ts";
import { type Learning, type Lesson, learnFrom } from "../../report/learn/learn.ts";
import type { LearnedRun } from "../../report/learn/learned-run.ts";
import type { RankedRow, TaskReport } from "../../report/report.ts";
import { isCounted, isSuccess } from "../../report/report-row.ts";
import { groupRows, type TaskKey } from "../../report/standings.ts";

/** Runs of each kind and steps of each run that are compared: the work grows with the product of them. */
const MAX_RUNS = 20;
const MAX_STEPS = 500;
/** Records of the runner itself, which every run has. */
const FRAME: ReadonlySet<string> = new Set(Object.values(runEvents));

/** Reads the steps of all runs of a report, task by task, and learns from them. */
export async function readLearning(
  { ranking }: TaskReport,
  folder: string,
  taskKey: TaskKey,
): Promise<Learning> {
  const lessons: Lesson[] = [];
  let tooFewRuns = 0;
  for (const rows of groupRows(ranking.filter(isCounted), taskKey).values()) {
    const known = rows.filter(({ status }) => status !== null);
    const won = known.filter(isSuccess).slice(0, MAX_RUNS);
    const lost = known.filter((row) => !isSuccess(row)).slice(0, MAX_RUNS);
    const runs: LearnedRun[] = [];
    for (const row of [...won, ...lost]) runs.push(await readRun(row, folder));
    const lesson = learnFrom(rows[0].title, runs);
    if (lesson === null) tooFewRuns++;
    else lessons.push(lesson);
  }
  return { lessons, tooFewRuns };
}

async function readRun(row: RankedRow, folder: string): Promise<LearnedRun> {
  const files = folderFiles(path.resolve(folder, row.bundleDir));
  const facts = await readTaskFacts(files, createFindings("lenient"));
  const entry = await files.get(facts?.artifacts.get("events") ?? "events.jsonl");
  const steps: KeyedStep[] = [];
  if (entry?.kind === "file") {
    for await (const event of eventLines(entry)) {
      if (FRAME.has(textOf(event, "type") ?? "")) continue;
      if (steps.length < MAX_STEPS) steps.push(stepOfEvent(event));
    }
  }
  return { agent: formatWho(row), isSuccess: isSuccess(row), steps };
}
