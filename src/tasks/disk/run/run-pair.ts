import path from "node:path";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { redactorFor } from "../../../runtime/redactor-for.ts";
import { agentEnvironment } from "../../../sessions/agent-sessions.ts";
import type { HiddenUse } from "../../judge/checks.ts";
import type { TaskParts } from "../../pack/write-task.ts";
import { type FailedCheckLine, failedCheckLines } from "../../read/failed-checks.ts";
import type { Measures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import { outsideError, type RunError } from "../../run/outside-error.ts";
import type { ContainerRecord } from "../container/open-containers.ts";
import type { LaidOut } from "../lay-out.ts";
import { prepareStart } from "../prepare-start.ts";
import { describeRun } from "./describe-run.ts";
import { diffFromStart } from "./diff-from-start.ts";
import { judgeRun, type RunOutcome } from "./judge-run.ts";
import { loginVariables } from "./login-variables.ts";
import type { Pair } from "./plan-pairs.ts";
import { readAgentSession } from "./read-agent-session.ts";
import { type ContestantSettings, runContestant } from "./run-contestant.ts";
import {
  createCleanEnvironment,
  type EnvironmentRecord,
  ownEnvironment,
  type RunEnvironment,
} from "./run-environment.ts";

/** What all runs of one command share. */
export interface RunSettings extends ContestantSettings {
  readonly prices: PriceTable;
}

/** What came of a run. */
export interface PairResult {
  /** The run as a task bundle, which is not written yet. */
  readonly parts: TaskParts;
  readonly exitCode: number | null;
  readonly status: "success" | "failure" | "partial" | null;
  readonly score: number | null;
  /** The first checks that it did not pass, without secrets. */
  readonly failedChecks: readonly FailedCheckLine[];
  readonly hidden: HiddenUse | null;
  /** What ended it outside of the agent's work; then nothing is judged. */
  readonly error: RunError | null;
  readonly measures: Measures;
  /** What of the task's files was not laid out. */
  readonly leftOut: LaidOut["leftOut"];
  readonly home: EnvironmentRecord;
  readonly container: ContainerRecord | null;
  readonly timedOut: boolean;
  /** Names of logins that the run left unusable. */
  readonly loginsNotKept: readonly string[];
}

/** Runs one pair in a fresh folder, judges what came of it and describes it as a task bundle. */
export async function runPair(
  context: OperationContext,
  pair: Pair,
  settings: RunSettings,
): Promise<PairResult> {
  const { prices, signal } = settings;
  const scratch = createTemporaryFolder();
  const runEnvironment = environmentFor(context, pair);
  try {
    const project = path.join(scratch, "project");
    const { leftOut } = await prepareStart(pair.start, project);
    const { startedAt, end, container } = await runContestant(
      pair,
      { scratch, project, runEnvironment },
      settings,
    );
    const loginsNotKept = runEnvironment.keepLogins();
    const diff = await diffFromStart(pair.start, project);
    const redactor = redactorFor(context);
    const reading = { prices, redactor, environment: runEnvironment.environment };
    const cwd = pair.container?.workdir ?? project;
    const session = await readAgentSession(context, pair.contestant, cwd, reading);
    const found = outsideError({
      agent: pair.contestant.agent,
      end,
      session: session.end,
      hasChanges: diff.length > 0,
    });
    const error = found && { ...found, detail: redactor.text(found.detail, "bundle.json") };
    const ended = { folder: project, diff, end, signal };
    const outcome = error === null ? await judgeRun(pair, ended) : null;
    const { exitCode, durationMs } = end;
    const measures = { ...session.measures, durationMs, exitCode };
    const run = {
      startedAt,
      end,
      diff,
      session,
      outcome,
      error,
      measures,
      prices,
      redactor,
      home: runEnvironment.record,
      container,
    };
    const parts = describeRun(pair, run, context.now());
    const { status = null, score = null, hidden = null } = outcome ?? {};
    return {
      parts,
      exitCode,
      status,
      score,
      failedChecks: failedChecksOf(outcome, redactor),
      hidden,
      error,
      measures,
      leftOut,
      home: runEnvironment.record,
      container,
      timedOut: end.isTimedOut,
      loginsNotKept,
    };
  } finally {
    runEnvironment.close();
    removeTemporary(scratch);
  }
}

function failedChecksOf(
  outcome: RunOutcome | null,
  redactor: Redactor,
): readonly FailedCheckLine[] {
  const failed = (outcome?.checks ?? []).filter(({ passed }) => !passed);
  const clean = (text: string) => redactor.text(text, "bundle.json");
  return failedCheckLines(
    failed.map(({ name, detail, output = "" }) => {
      return { name, detail: clean(detail), output: clean(output) };
    }),
  );
}

function environmentFor(
  context: OperationContext,
  { contestant: { agent, model }, home }: Pair,
): RunEnvironment {
  const user = agentEnvironment(context);
  const keys = agent === null ? [] : loginVariables(agent, user, model);
  const open = home === "clean" ? createCleanEnvironment : ownEnvironment;
  return open(user, agent?.userFiles ?? null, keys);
}
