import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { sha256 } from "../../../base/hash.ts";
import { textOf } from "../../../model/task-bundle.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { totalTokens } from "../../read/measures.ts";
import type { Contestant } from "../../run/contestant.ts";
import { folderName } from "../../run/contestant.ts";
import { parseDuration } from "../../run/durations.ts";
import { progressTable } from "../../run/progress-table.ts";
import { requireStart } from "../../starting-state.ts";
import { readCommitFrom } from "../read-commit.ts";
import { readTask } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import { readChecks, requireAllowed } from "../judge/judge-folder.ts";
import type { Pair, PairResult, RunSettings } from "./run-pair.ts";
import { runPair } from "./run-pair.ts";

const number = () => z.number().nullable();

/** A run, or why there is none. */
export const runSchema = () =>
  z.object({
    id: z.string(),
    task: z.string(),
    tool: z.string(),
    attempt: z.number(),
    bundle: z.string(),
    state: z.enum(["ran", "already there", "not run", "could not run"]),
    /** Why it did not run. */
    reason: z.string().nullable(),
    status: z.enum(["success", "failure", "partial"]).nullable(),
    score: number(),
    exitCode: number(),
    durationMs: number(),
    tokens: number(),
    costUsd: number(),
    /** What of the task's files was not laid out for the run, and why. */
    leftOut: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
  });

type RunLine = z.infer<ReturnType<typeof runSchema>>;

interface Spent {
  tokens: number;
  cost: number;
  /** Runs whose cost is not known: a limit of cost cannot be kept after one. */
  unpriced: number;
  readonly startedAt: number;
}

function count(spent: Spent, { tokens, costUsd }: RunLine): void {
  spent.tokens += tokens ?? 0;
  spent.cost += costUsd ?? 0;
  spent.unpriced += costUsd === null ? 1 : 0;
}

/** How far the pairs are, in lines that a terminal draws again and again. */
function progressText(
  pairs: readonly Pair[],
  lines: readonly RunLine[],
  running: ReadonlyMap<string, number>,
): string {
  return progressTable({
    planned: pairs.map(({ id, contestant, reading, attempt }) => {
      return { id, tool: contestant.label, task: path.basename(reading.absolute), attempt };
    }),
    ended: new Map(lines.map(({ id, status }) => [id, { status }])),
    running: new Map([...running].map(([id, since]) => [id, { ms: Date.now() - since }])),
  });
}

function lineOf(
  { id, reading, contestant, attempt, target }: Pair,
  state: RunLine["state"],
  reason: string | null,
  result: PairResult | null,
): RunLine {
  const measures = result?.measures;
  return {
    id,
    task: path.basename(reading.absolute),
    tool: contestant.label,
    attempt,
    bundle: target,
    state,
    reason,
    status: result?.status ?? null,
    score: result?.score ?? null,
    exitCode: result?.exitCode ?? null,
    durationMs: measures?.durationMs ?? null,
    tokens: measures?.usage ? totalTokens(measures.usage) : null,
    costUsd: measures?.costUsd ?? null,
    leftOut: result?.leftOut ?? [],
  };
}

/** Which runs are wanted, and when to stop. */
interface RunRequest {
  readonly bundles: readonly string[];
  readonly repeat: number;
  readonly jobs: number;
  readonly checks?: string | undefined;
  readonly "allow-exec": boolean;
  readonly repo?: string | undefined;
  readonly "max-time"?: string | undefined;
  readonly "max-tokens"?: number | undefined;
  readonly "max-cost"?: number | undefined;
}

interface Plan {
  readonly asked: RunRequest;
  readonly contestants: readonly Contestant[];
  readonly out: string;
}

/** Every pair, before anything runs: a bundle that cannot be run is refused at once. */
export async function planPairs(context: OperationContext, plan: Plan): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const location of plan.asked.bundles) {
    const reading = await readTask(context, location, { level: "full", profile: "lenient" });
    const task = requireValidTask(reading, `run "${location}"`);
    requireStart(task, `run "${location}"`, readCommitFrom(context, plan.asked.repo));
    const name = path.basename(reading.absolute).replace(/\.(?:tar\.gz|tgz)$/, "");
    const checks = checksFor(context, plan.asked, name);
    for (const contestant of plan.contestants) {
      for (let attempt = 1; attempt <= plan.asked.repeat; attempt++) {
        const of = [textOf(task.bundle, "id"), task.task, contestant.label, contestant.template];
        const mark = sha256(JSON.stringify(of)).slice(0, 8);
        const id = `${folderName(name)}--${folderName(contestant.label)}--${attempt}-${mark}`;
        pairs.push({ id, reading, contestant, attempt, target: path.join(plan.out, id), checks });
      }
    }
  }
  return pairs;
}

function checksFor(context: OperationContext, asked: RunRequest, name: string) {
  if (asked.checks === undefined) return null;
  const place = path.resolve(context.cwd, asked.checks);
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const checks = readChecks(context, isFolder ? path.join(place, `${name}.json`) : place);
  requireAllowed(checks, asked["allow-exec"]);
  return checks;
}

/** Runs all pairs, several at a time, and emits each as it ends. */
export async function runAll(
  context: OperationContext<RunLine>,
  pairs: readonly Pair[],
  { asked, settings }: { readonly asked: RunRequest; readonly settings: RunSettings },
): Promise<readonly RunLine[]> {
  const lines: RunLine[] = [];
  const spent: Spent = { tokens: 0, cost: 0, unpriced: 0, startedAt: Date.now() };
  const running = new Map<string, number>();
  const queue = [...pairs];
  const ticker = setInterval(() => context.progress(progressText(pairs, lines, running)), 500);
  ticker.unref();
  const work = async (): Promise<void> => {
    for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
      running.set(pair.id, Date.now());
      const line = await runOne(context, pair, { asked, settings, spent });
      running.delete(pair.id);
      if (line.state === "ran") count(spent, line);
      lines.push(line);
      await context.emit(line);
    }
  };
  await Promise.all(Array.from({ length: asked.jobs }, work)).finally(() => clearInterval(ticker));
  return pairs.flatMap(({ id }) => lines.filter((line) => line.id === id));
}

interface One {
  readonly asked: RunRequest;
  readonly settings: RunSettings;
  readonly spent: Spent;
}

async function runOne(
  context: OperationContext<RunLine>,
  pair: Pair,
  { asked, settings, spent }: One,
): Promise<RunLine> {
  if (fs.existsSync(path.join(pair.target, "bundle.json"))) {
    return lineOf(pair, "already there", null, null);
  }
  const reached = budgetReached(asked, spent);
  if (reached !== null) return lineOf(pair, "not run", reached, null);
  try {
    return lineOf(pair, "ran", null, await runPair(context, pair, settings));
  } catch (error) {
    // One pair that cannot be run does not stop the others.
    if (!(error instanceof HoldallError)) throw error;
    return lineOf(pair, "could not run", error.message, null);
  }
}

function budgetReached(
  asked: RunRequest,
  { tokens, cost, unpriced, startedAt }: Spent,
): string | null {
  const limit = asked["max-time"];
  if (limit !== undefined && Date.now() - startedAt >= parseDuration(limit, "max-time")) {
    return `the time of ${limit} is used up`;
  }
  if (tokens >= (asked["max-tokens"] ?? Number.POSITIVE_INFINITY)) return "the tokens are used up";
  const most = asked["max-cost"];
  if (most === undefined) return null;
  if (unpriced > 0) return "the cost of an earlier run is unknown, so --max-cost cannot be kept";
  return cost >= most ? "the money is used up" : null;
}
