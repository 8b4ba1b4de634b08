/**
 * Runs tasks with several agents. Every run is captured as a task bundle in the output folder; a run whose bundle is
 * there is finished, so that the command can be repeated after a kill. What may act comes from the command line
 * only: programs, checks and variables of a bundle are never used.
 */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { createFolders } from "../../durable/files.ts";
import { textOf } from "../../model/task-bundle.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { pricesFor } from "../../tasks/disk/prices.ts";
import { REPO_HELP, readCommitFrom } from "../../tasks/disk/read-commit.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { requireValidTask } from "../../tasks/disk/require-task.ts";
import { totalTokens } from "../../tasks/read/measures.ts";
import { type Contestant, folderName, parseContestants } from "../../tasks/run/contestant.ts";
import { parseDuration } from "../../tasks/run/durations.ts";
import { progressTable } from "../../tasks/run/progress-table.ts";
import { readChecks, requireAllowed } from "../../tasks/running/judge-folder.ts";
import {
  type Pair,
  type PairResult,
  type RunSettings,
  runPair,
} from "../../tasks/running/run-pair.ts";
import { requireStart } from "../../tasks/starting-state.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";
import { WITH_SETTINGS_HELP } from "./input.ts";

const number = () => z.number().nullable();

const runSchema = () =>
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

const input = z.object({
  bundles: z
    .array(z.string())
    .min(1)
    .describe("Task bundles: folders or archives")
    .meta({ path: true }),
  with: z
    .array(z.string())
    .default([])
    .describe("Agents, as claude,codex,gemini,opencode,pi; a model after a colon")
    .meta({ placeholder: "AGENT[:MODEL],…" }),
  command: z
    .array(z.string())
    .default([])
    .describe(
      "A program of your own, for a shell; it reads the task on standard input or at {task}",
    )
    .meta({ placeholder: "NAME=COMMAND" }),
  out: z.string().describe("Folder for the captured runs").meta({ path: "output" }),
  repeat: integer(1).max(1000).default(1).describe("Runs of each pair"),
  jobs: integer(1).max(64).default(1).describe("Runs at the same time"),
  timeout: z.string().default("15m").describe("Time limit of one run, as in 90s, 10m, 2h"),
  "max-time": z.string().optional().describe("Start no run after this time"),
  "max-tokens": integer(1).optional().describe("Start no run after this many tokens"),
  "max-cost": z.coerce
    .number<number>()
    .min(0)
    .optional()
    .describe("Start no run after this cost in US dollars"),
  checks: z
    .string()
    .optional()
    .describe("JSON file with checks, or a folder with one for each task (NAME.json)")
    .meta({ path: true }),
  "allow-exec": z
    .boolean()
    .default(false)
    .describe("Let checks run commands, in a copy of the files"),
  prices: z.string().optional().describe("JSON file with prices of models").meta({ path: true }),
  ...variablesInput,
  "with-settings": z.boolean().default(false).describe(WITH_SETTINGS_HELP),
  repo: z.string().optional().describe(REPO_HELP).meta({ path: true, placeholder: "FOLDER" }),
  unsandboxed: z
    .boolean()
    .default(false)
    .describe("Let agents run without their own sandbox (in a container, for instance)"),
});

type Input = z.output<typeof input>;

export default defineOperation({
  name: "task run",
  summary: "Run tasks with several agents and capture each run as a task bundle",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli"],
  withheld: { mcp: "it runs programs", http: "as for MCP" },
  positionals: ["bundles"],
  examples: ['task run ./fix-login --command "mine=echo done > done.txt" --out ./results'],
  input,
  output: () =>
    z.object({
      out: z.string(),
      runs: z.array(runSchema()).readonly(),
      prices: z.object({ date: z.string(), source: z.string() }),
      secrets: keptSchema(),
    }),
  piece: runSchema,
  async run(context, asked) {
    const contestants = parseContestants(asked.with, asked.command);
    const settings = settingsOf(context, asked);
    const out = path.resolve(context.cwd, asked.out);
    const pairs = await planPairs(context, { asked, contestants, out });
    createFolders(out);
    const runs = await runAll(context, pairs, { asked, settings });
    const { date, source } = settings.prices;
    return { out, runs, prices: { date, source }, secrets: SECRETS_KEPT };
  },
  exitCode: ({ runs }) => (runs.some(({ state }) => state === "could not run") ? 4 : 0),
});

function settingsOf(context: OperationContext, asked: Input): RunSettings {
  return {
    timeoutMs: parseDuration(asked.timeout, "timeout"),
    prices: pricesFor(context, asked.prices),
    allowExec: asked["allow-exec"],
    readCommit: readCommitFrom(context, asked.repo),
    withSettings: asked["with-settings"],
    unsandboxed: asked.unsandboxed,
    env: asked.env,
  };
}

interface Plan {
  readonly asked: Input;
  readonly contestants: readonly Contestant[];
  readonly out: string;
}

/** Every pair, before anything runs: a bundle that cannot be run is refused at once. */
async function planPairs(context: OperationContext, plan: Plan): Promise<readonly Pair[]> {
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

function checksFor(context: OperationContext, asked: Input, name: string) {
  if (asked.checks === undefined) return null;
  const place = path.resolve(context.cwd, asked.checks);
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const checks = readChecks(context, isFolder ? path.join(place, `${name}.json`) : place);
  requireAllowed(checks, asked["allow-exec"]);
  return checks;
}

interface Spent {
  tokens: number;
  cost: number;
  /** Runs whose cost is not known: a limit of cost cannot be kept after one. */
  unpriced: number;
  readonly startedAt: number;
}

/** Runs all pairs, several at a time, and emits each as it ends. */
async function runAll(
  context: OperationContext<RunLine>,
  pairs: readonly Pair[],
  { asked, settings }: { readonly asked: Input; readonly settings: RunSettings },
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

interface One {
  readonly asked: Input;
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

function budgetReached(asked: Input, { tokens, cost, unpriced, startedAt }: Spent): string | null {
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
