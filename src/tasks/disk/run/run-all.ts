import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { createBreaker } from "../../run/breaker.ts";
import { createBudget, type RunLimits } from "../../run/budget.ts";
import { type NoStart, REPEAT } from "../../run/no-start.ts";
import { progressTable } from "../../run/progress-table.ts";
import { type SumsSigning, saveTask } from "../save-task.ts";
import { findEarlier, noStart, openReplaced, type ReplacedRun } from "./find-earlier.ts";
import type { Pair } from "./plan-pairs.ts";
import { lineWithoutResult, type RunLine, ranLine } from "./run-line.ts";
import { type RunSettings, runPair } from "./run-pair.ts";

/** How often the progress is drawn. */
const PROGRESS_MS = 500;
const STOPPED: NoStart = { reason: "the command was stopped", cure: REPEAT };

/** How the pairs are run. */
interface RunOptions {
  /** Runs at the same time. */
  readonly jobs: number;
  readonly limits: RunLimits;
  readonly settings: RunSettings;
  /** How the sums of each run are signed. */
  readonly sums: SumsSigning;
  /** Whether a run that ended with an error outside the agent is run again. */
  readonly retriesErrors: boolean;
}

/**
 * Runs all pairs, several at a time, and emits each as it ends. The bundle of a run appears complete or not at all: a
 * pair whose bundle is there has run, so that the command can be repeated after it was stopped or killed.
 */
export async function runAll(
  context: OperationContext<RunLine>,
  pairs: readonly Pair[],
  options: RunOptions,
): Promise<readonly RunLine[]> {
  const { limits, jobs } = options;
  const lines = new Map<Pair, RunLine>();
  const running = new Map<Pair, number>();
  const budget = createBudget(limits);
  const breaker = createBreaker();
  const reasons = new Set<string>();
  const end = async (pair: Pair, line: RunLine): Promise<void> => {
    running.delete(pair);
    lines.set(pair, line);
    if (line.state === "ran") {
      breaker.add(line);
      if (hasSpent(line)) budget.spend(line);
    }
    // What did not happen now is counted in the result: it may be hundreds of runs.
    const isNew = line.reason === null || !reasons.has(line.reason);
    if (line.reason !== null) reasons.add(line.reason);
    if (line.state === "ran" || (line.state === "could not run" && isNew)) await context.emit(line);
  };
  const queue: Pair[] = [];
  const replaced = new Map<Pair, ReplacedRun>();
  for (const pair of pairs) {
    const line = await findEarlier(pair);
    if (line?.state === "already there" && hasSpent(line)) budget.spend(line);
    if (line === null) queue.push(pair);
    else if (!options.retriesErrors || line.error === null) await end(pair, line);
    else {
      const opened = await openReplaced(context, pair);
      if ("check" in opened) {
        replaced.set(pair, opened);
        queue.push(pair);
      } else await end(pair, opened);
    }
  }
  const work = async (): Promise<void> => {
    for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
      const noStartNow = context.signal.aborted
        ? STOPPED
        : (budget.exhausted() ?? breaker.reasonToStop(toolOf(pair)));
      if (noStartNow !== null) {
        await end(pair, lineWithoutResult(pair, "not run", noStartNow));
        continue;
      }
      if (budget.isCommitted([...running.keys()].map(toolOf)) && running.size > 0) {
        queue.unshift(pair); // Another job goes on with it when its own run has ended.
        return;
      }
      running.set(pair, Date.now());
      await end(pair, await tryPair(context, pair, { ...options, replaced: replaced.get(pair) }));
    }
  };
  const limitMs = options.settings.timeoutMs;
  const show = () => context.progress(progressText(pairs, { lines, running, jobs, limitMs }));
  const ticker = setInterval(show, PROGRESS_MS);
  ticker.unref();
  await Promise.all(Array.from({ length: jobs }, work)).finally(() => clearInterval(ticker));
  return pairs.flatMap((pair) => lines.get(pair) ?? []);
}

/** Whether a run may have cost something: one without an answer of the model has not. */
function hasSpent({ error, tokens }: RunLine): boolean {
  return error === null || tokens !== null;
}

async function tryPair(
  context: OperationContext,
  pair: Pair,
  { settings, sums, replaced }: RunOptions & { readonly replaced: ReplacedRun | undefined },
): Promise<RunLine> {
  try {
    const result = await runPair(context, pair, settings);
    const target = { absolute: pair.target, replace: replaced !== undefined };
    await saveTask(context, result.parts, target, { sums, ...replaced });
    return ranLine(pair, result);
  } catch (error) {
    // One pair that cannot be run does not stop the others.
    if (!(error instanceof HoldallError)) throw error;
    const other = error.code === "E_EXISTS" ? await findEarlier(pair) : null;
    if (other?.state === "already there") {
      context.note(`Left out a run of "${pair.id}": one of another process is already there`);
      return other;
    }
    return error.code === "E_INTERRUPTED"
      ? lineWithoutResult(pair, "not run", STOPPED)
      : lineWithoutResult(pair, "could not run", noStart(error));
  }
}

function toolOf({ contestant }: Pair): { readonly tool: string } {
  return { tool: contestant.label };
}

interface Underway {
  readonly lines: ReadonlyMap<Pair, RunLine>;
  /** Since when each runs. */
  readonly running: ReadonlyMap<Pair, number>;
  readonly jobs: number;
  readonly limitMs: number;
}

/** How far the pairs are, in lines that a terminal draws again and again. */
function progressText(pairs: readonly Pair[], { lines, running, jobs, limitMs }: Underway): string {
  return progressTable({
    planned: pairs.map((pair) => {
      return { id: pair.id, ...toolOf(pair), task: pair.taskName, attempt: pair.attempt };
    }),
    ended: new Map(
      [...lines].map(([{ id }, { status, error, durationMs }]) => {
        return [id, { status, hasError: error !== null, ms: durationMs }];
      }),
    ),
    running: new Map([...running].map(([{ id }, since]) => [id, { ms: Date.now() - since }])),
    jobs,
    limitMs,
  });
}
