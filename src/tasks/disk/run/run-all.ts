import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { createBudget, type RunBudget, type RunLimits } from "../../run/budget.ts";
import { progressTable } from "../../run/progress-table.ts";
import { type SumsSigning, saveTask } from "../save-task.ts";
import type { Pair } from "./plan-pairs.ts";
import { type RunLine, ranLine, skippedLine } from "./run-line.ts";
import { type RunSettings, runPair } from "./run-pair.ts";

/** How often the progress is drawn. */
const PROGRESS_MS = 500;

/** How the pairs are run. */
interface RunOptions {
  /** Runs at the same time. */
  readonly jobs: number;
  readonly limits: RunLimits;
  readonly settings: RunSettings;
  /** How the sums of each run are signed. */
  readonly sums: SumsSigning;
}

/**
 * Runs all pairs, several at a time, and emits each as it ends. The bundle of a run appears complete or not at all: a
 * pair whose bundle is there has run, so that the command can be repeated after a kill.
 */
export async function runAll(
  context: OperationContext<RunLine>,
  pairs: readonly Pair[],
  { jobs, limits, settings, sums }: RunOptions,
): Promise<readonly RunLine[]> {
  const lines = new Map<Pair, RunLine>();
  const running = new Map<string, number>();
  const budget = createBudget(limits);
  const queue = [...pairs];
  const ticker = setInterval(
    () => context.progress(progressText(pairs, lines, running)),
    PROGRESS_MS,
  );
  ticker.unref();
  const work = async (): Promise<void> => {
    for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
      running.set(pair.id, Date.now());
      const line = await tryPair(context, pair, { budget, settings, sums });
      running.delete(pair.id);
      if (line.state === "ran") budget.spend(line);
      lines.set(pair, line);
      await context.emit(line);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work)).finally(() => clearInterval(ticker));
  return pairs.flatMap((pair) => lines.get(pair) ?? []);
}

async function tryPair(
  context: OperationContext,
  pair: Pair,
  {
    budget,
    settings,
    sums,
  }: Pick<RunOptions, "settings" | "sums"> & { readonly budget: RunBudget },
): Promise<RunLine> {
  if (fs.existsSync(path.join(pair.target, "bundle.json"))) {
    return skippedLine(pair, "already there", null);
  }
  const exhausted = budget.exhausted();
  if (exhausted !== null) return skippedLine(pair, "not run", exhausted);
  try {
    const result = await runPair(context, pair, settings);
    const target = { absolute: pair.target, replace: false };
    await saveTask(context, result.parts, target, { sums });
    return ranLine(pair, result);
  } catch (error) {
    // One pair that cannot be run does not stop the others.
    if (!(error instanceof HoldallError)) throw error;
    return skippedLine(pair, "could not run", error.message);
  }
}

/** How far the pairs are, in lines that a terminal draws again and again. */
function progressText(
  pairs: readonly Pair[],
  lines: ReadonlyMap<Pair, RunLine>,
  running: ReadonlyMap<string, number>,
): string {
  return progressTable({
    planned: pairs.map(({ id, contestant, taskName, attempt }) => {
      return { id, tool: contestant.label, task: taskName, attempt };
    }),
    ended: new Map([...lines].map(([{ id }, { status }]) => [id, { status }])),
    running: new Map([...running].map(([id, since]) => [id, { ms: Date.now() - since }])),
  });
}
