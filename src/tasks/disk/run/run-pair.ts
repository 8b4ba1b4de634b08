import fs from "node:fs";
import path from "node:path";
import { findProgram } from "../../../agents/find-program.ts";
import type { AgentCommand } from "../../../agents/task-command.ts";
import { HoldallError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { excerpt } from "../../../base/text/text.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import { userFolder } from "../../../disk/user-folder.ts";
import { textOf } from "../../../model/task-bundle.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Check, JudgedOutcome } from "../../judge/checks.ts";
import type { CapturedItem, TaskParts } from "../../pack/write-task.ts";
import { type Measures, noMeasures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import type { Contestant } from "../../run/contestant.ts";
import { eventOfStep } from "../../run/events.ts";
import { type ReadCommit, type StartItem, startingState } from "../../starting-state.ts";
import type { LaidOut } from "../lay-out.ts";
import type { TaskReading } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import { saveTask } from "../save-task.ts";
import { writePatch } from "../git-patch.ts";
import { judgeFolder } from "../judge/judge-folder.ts";
import { judgeRecord, outcomeJson } from "../judge/judged-schema.ts";
import { prepareStart } from "../prepare-start.ts";
import { readAgentSession, type SessionReading } from "./read-agent-session.ts";
import { type ProcessEnd, runProcess } from "../run-process.ts";

/** One run that is to be done. */
export interface Pair {
  readonly id: string;
  readonly reading: TaskReading;
  readonly contestant: Contestant;
  readonly attempt: number;
  /** Where its bundle goes. */
  readonly target: string;
  readonly checks: readonly Check[] | null;
}

/** What all runs of one command share. */
export interface RunSettings {
  readonly timeoutMs: number;
  readonly prices: PriceTable;
  readonly allowExec: boolean;
  readonly unsandboxed: boolean;
  /** Names of variables of the user's environment that programs get. */
  readonly env: readonly string[];
  /** Reads the commit of a bundle that has no files from before the task. */
  readonly readCommit: ReadCommit | null;
  /** Whether settings of agents and files of variables of a bundle are laid out. */
  readonly withSettings: boolean;
}

/** What came of a run. */
export interface PairResult {
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  readonly status: "success" | "failure" | "partial" | null;
  readonly score: number | null;
  readonly measures: Measures;
  /** What of the task's files was not laid out. */
  readonly leftOut: LaidOut["leftOut"];
}

/** Runs one pair in a fresh folder and captures it as a bundle, which appears complete or not at all. */
export async function runPair(
  context: OperationContext,
  pair: Pair,
  settings: RunSettings,
): Promise<PairResult> {
  const scratch = createTemporaryFolder();
  try {
    const project = path.join(scratch, "project");
    const { leftOut } = await prepareStart(pair.reading, project, settings);
    const folder = fs.lstatSync(project);
    const startedAt = new Date();
    const end = await runContestant(pair, { scratch, project }, settings);
    requireSameFolder(project, folder);
    const result = await capture(context, pair, { project, startedAt, end, settings });
    return { ...result, leftOut };
  } finally {
    removeTemporary(scratch);
  }
}

/** Refuses to read another folder in the place of the project: the program may have put a link there. */
function requireSameFolder(project: string, before: fs.Stats): void {
  const found = fs.lstatSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.dev === before.dev && found.ino === before.ino) return;
  throw new HoldallError("E_LINK", "Cannot capture the run: the program replaced its folder");
}

/** Starts the contestant on the task. */
async function runContestant(
  { reading, contestant }: Pair,
  { scratch, project }: { readonly scratch: string; readonly project: string },
  settings: RunSettings,
): Promise<ProcessEnd> {
  const { task } = requireValidTask(reading, "run the task");
  const prompt = task ?? "";
  const taskFile = path.join(scratch, "task.md");
  fs.writeFileSync(taskFile, prompt);
  const command = commandOf(contestant, { prompt, taskFile, settings });
  const program = await findProgram(command.program, process.env);
  if (program === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot run ${contestant.label}: "${command.program}" is not installed`,
    );
  }
  return runProcess({
    command: program,
    args: command.args,
    cwd: project,
    variables: [...command.env, ...settings.env],
    set: {
      HOME: userFolder(),
      HOLDALL_TASK: taskFile,
      ...(contestant.model === null ? {} : { HOLDALL_MODEL: contestant.model }),
    },
    input: command.input,
    timeoutMs: settings.timeoutMs,
  });
}

function commandOf(
  { template, tool, model, agent }: Contestant,
  {
    prompt,
    taskFile,
    settings,
  }: { readonly prompt: string; readonly taskFile: string; readonly settings: RunSettings },
): AgentCommand {
  const request = { prompt, model, unsandboxed: settings.unsandboxed };
  if (template === null) {
    if (agent !== null) return agent.command(request);
    throw new HoldallError("E_USAGE", `Cannot run "${tool}": no such agent`);
  }
  const script = template
    .replaceAll("{task}", quoteForShell(taskFile))
    .replaceAll("{model}", quoteForShell(model ?? ""));
  const env = agent?.command(request).env ?? [];
  return { program: "sh", args: ["-c", script], input: prompt, env };
}

interface Ran {
  readonly project: string;
  readonly startedAt: Date;
  readonly end: ProcessEnd;
  readonly settings: RunSettings;
}

/** Reads what the run did, judges it and writes its bundle. */
async function capture(
  context: OperationContext,
  pair: Pair,
  ran: Ran,
): Promise<Omit<PairResult, "leftOut">> {
  const { project, end, settings } = ran;
  const diff = await patchOf(pair, ran);
  const session = await sessionOf(context, pair, project, settings);
  const outcome = await judge(pair, { project, diff, end, settings });
  const measures = { ...session.measures, durationMs: end.durationMs, exitCode: end.exitCode };
  const parts = { ...partsOf(context, pair, { ran, session, outcome, measures }), diff };
  await saveTask(context, parts, { absolute: pair.target, replace: false });
  const { exitCode, isTimedOut } = end;
  const { status = null, score = null } = outcome ?? {};
  return { exitCode, isTimedOut, status, score, measures };
}

/**
 * What the run changed. The files from before are laid out again, and git's own files are made afterwards: the program
 * could have changed whatever was there while it ran, and git starts programs that its files name.
 */
async function patchOf({ reading }: Pair, { project, settings }: Ran): Promise<Uint8Array> {
  const scratch = createTemporaryFolder();
  try {
    const before = path.join(scratch, "start");
    const gitFolder = path.join(scratch, "git");
    const patchFile = path.join(scratch, "result.diff");
    await prepareStart(reading, before, settings);
    fs.mkdirSync(gitFolder);
    await writePatch({ before, after: project, gitFolder, patchFile });
    return fs.readFileSync(patchFile);
  } finally {
    removeTemporary(scratch);
  }
}

async function sessionOf(
  context: OperationContext,
  { contestant }: Pair,
  project: string,
  { prices }: RunSettings,
): Promise<SessionReading> {
  if (contestant.agent === null) {
    return { sessionId: null, model: null, steps: [], measures: noMeasures };
  }
  return readAgentSession(context, contestant.agent.id, project, prices);
}

type Judged = Pick<JudgedOutcome, "status"> & Partial<JudgedOutcome>;

/** A program that failed has failed; otherwise checks decide, and without them nothing is known. */
async function judge(
  { checks }: Pair,
  {
    project,
    diff,
    end,
    settings,
  }: Pick<Ran, "project" | "end" | "settings"> & { readonly diff: Uint8Array },
): Promise<Judged | null> {
  if (checks !== null && !end.isTimedOut) {
    const patch = Buffer.from(diff).toString("utf8");
    const { allowExec } = settings;
    const judged = await judgeFolder({ folder: project, patch, checks, allowExec });
    return end.exitCode === 0 ? judged : { ...judged, status: "failure" };
  }
  return end.exitCode === 0 ? null : { status: "failure" };
}

interface Captured {
  readonly ran: Ran;
  readonly session: SessionReading;
  readonly outcome: Judged | null;
  readonly measures: Measures;
}

/** The parts of the bundle of a run: the task and its start as they were, and what came of it. */
function partsOf(context: OperationContext, pair: Pair, captured: Captured): TaskParts {
  const { id, reading } = pair;
  const { ran, session, outcome } = captured;
  const task = requireValidTask(reading, "capture the run");
  const startedAt = ran.startedAt.toISOString();
  return {
    id,
    title: textOf(task.bundle, "title") ?? id,
    createdAt: startedAt,
    task: task.task ?? "",
    summary: summaryOf(pair, ran.end, outcome),
    events: eventsOf(ran, session),
    metadata: metadataOf(context, pair, captured),
    workspace: {
      items: laidOut(startingState(task, reading.files, ran.settings)),
      state: "before",
      strategy: "copy",
      capturedAt: startedAt,
    },
  };
}

/** What the run started from: what was left out then is not captured either. */
async function* laidOut(items: AsyncIterable<StartItem>): AsyncGenerator<CapturedItem> {
  for await (const item of items) if (item.kind !== "left-out") yield item;
}

function metadataOf(
  context: OperationContext,
  { reading, contestant, attempt }: Pair,
  { ran, session, outcome, measures }: Captured,
): JsonObject {
  const { bundle } = requireValidTask(reading, "capture the run");
  const { date, source } = ran.settings.prices;
  const { usage, durationMs, exitCode, costUsd } = measures;
  const model = session.model ?? contestant.model;
  return {
    tool: contestant.tool,
    ...(model === null ? {} : { model }),
    runtime: "node",
    tags: ["run"],
    runner: { os: process.platform, nodeVersion: process.version, promptSource: "task.md" },
    ...(outcome === null ? {} : { outcome: recordOf(outcome, context.now()) }),
    run: {
      of: textOf(bundle, "id"),
      attempt,
      durationMs,
      exitCode,
      timedOut: ran.end.isTimedOut,
      ...(session.sessionId === null ? {} : { session: session.sessionId }),
      ...(usage === null ? {} : { usage: { ...usage } }),
      ...(costUsd === null ? {} : { cost: { usd: costUsd, pricesFrom: source, pricesDate: date } }),
    },
  };
}

function recordOf({ status, score, checks }: Judged, now: Date): JsonObject {
  if (score === undefined || checks === undefined) return { status };
  return outcomeJson({ status, score, checks }, judgeRecord(now));
}

/** The steps of a run. They do not name the agent: runs of two are aligned by what they did. */
function eventsOf(ran: Ran, { steps }: SessionReading): readonly EventRecord[] {
  const { end, startedAt } = ran;
  let at = startedAt.toISOString();
  const events: EventRecord[] = [{ type: "start", at, detail: "The agent was given the task" }];
  for (const step of steps) {
    at = step.at ?? at;
    events.push(eventOfStep(step, at));
  }
  const how = end.isTimedOut ? "ended at its time limit" : `exit ${end.exitCode ?? "by a signal"}`;
  const ended = new Date(startedAt.getTime() + end.durationMs).toISOString();
  const failed = end.exitCode !== 0;
  const last = failed ? excerpt(end.stderr.trim().split("\n").at(-1) ?? "", 300) : "";
  events.push({
    type: failed ? "run_failed" : "run_ended",
    at: ended,
    detail: `${how}${last === "" ? "" : `: ${last}`}`,
    ...(end.exitCode === null ? {} : { exitCode: end.exitCode }),
  });
  return events;
}

function summaryOf({ contestant, attempt }: Pair, end: ProcessEnd, outcome: Judged | null): string {
  const checks = (outcome?.checks ?? []).map(
    ({ name, passed, detail }) => `- ${passed ? "passed" : "failed"}: ${name} (${detail})`,
  );
  return [
    "# Summary",
    "",
    `- Tool: ${contestant.label}`,
    `- Attempt: ${attempt}`,
    `- Exit: ${end.isTimedOut ? "time limit" : (end.exitCode ?? "signal")}`,
    `- Time: ${(end.durationMs / 1000).toFixed(1)} s`,
    `- Status: ${outcome?.status ?? "unknown"}`,
    ...(checks.length === 0 ? [] : ["", "## Checks", "", ...checks]),
    "",
  ].join("\n");
}
