/** Describes a run as a task bundle: the task and its start as they were, and what came of them. */

import type { JsonObject } from "../../../base/json/value.ts";
import { excerpt } from "../../../base/text/text.ts";
import { textOf } from "../../../model/task-bundle.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import type { CapturedItem, TaskParts } from "../../pack/write-task.ts";
import type { Measures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import { eventOfStep } from "../../run/events.ts";
import type { StartItem } from "../../starting-state.ts";
import { judgeRecord, outcomeJson } from "../judge/judged-schema.ts";
import type { RunOutcome } from "./judge-run.ts";
import type { Pair } from "./plan-pairs.ts";
import type { SessionReading } from "./read-agent-session.ts";
import type { ContestantRun } from "./run-contestant.ts";

/** Everything that is known of a run. */
interface CapturedRun extends ContestantRun {
  readonly diff: Uint8Array;
  readonly session: SessionReading;
  readonly outcome: RunOutcome | null;
  readonly measures: Measures;
  readonly prices: PriceTable;
}

/** The parts of the bundle of a run. */
export function describeRun(pair: Pair, run: CapturedRun, now: Date): TaskParts {
  const { id, task, start } = pair;
  const startedAt = run.startedAt.toISOString();
  return {
    id,
    title: textOf(task.bundle, "title") ?? id,
    createdAt: startedAt,
    task: task.task ?? "",
    summary: summaryOf(pair, run),
    diff: run.diff,
    events: eventsOf(run),
    metadata: metadataOf(pair, run, now),
    workspace: {
      items: laidOut(start.items()),
      state: "before",
      strategy: "copy",
      capturedAt: startedAt,
    },
  };
}

function summaryOf({ contestant, attempt }: Pair, { end, outcome }: CapturedRun): string {
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

/** The steps of a run. They do not name the agent: runs of two are aligned by what they did. */
function eventsOf({ startedAt, end, session }: CapturedRun): readonly EventRecord[] {
  let at = startedAt.toISOString();
  const events: EventRecord[] = [{ type: "start", at, detail: "The agent was given the task" }];
  for (const step of session.steps) {
    at = step.at ?? at;
    events.push(eventOfStep(step, at));
  }
  const ending = end.isTimedOut
    ? "ended at its time limit"
    : `exit ${end.exitCode ?? "by a signal"}`;
  const hasFailed = end.exitCode !== 0;
  const lastLine = hasFailed ? excerpt(end.stderr.trim().split("\n").at(-1) ?? "", 300) : "";
  events.push({
    type: hasFailed ? "run_failed" : "run_ended",
    at: new Date(startedAt.getTime() + end.durationMs).toISOString(),
    detail: lastLine === "" ? ending : `${ending}: ${lastLine}`,
    ...(end.exitCode === null ? {} : { exitCode: end.exitCode }),
  });
  return events;
}

function metadataOf(
  { task, contestant, attempt }: Pair,
  { end, session, outcome, measures, prices }: CapturedRun,
  now: Date,
): JsonObject {
  const { usage, durationMs, exitCode, costUsd } = measures;
  const model = session.model ?? contestant.model;
  const cost = { usd: costUsd, pricesFrom: prices.source, pricesDate: prices.date };
  return {
    tool: contestant.tool,
    ...(model === null ? {} : { model }),
    runtime: "node",
    tags: ["run"],
    runner: { os: process.platform, nodeVersion: process.version, promptSource: "task.md" },
    ...(outcome === null ? {} : { outcome: outcomeRecord(outcome, now) }),
    run: {
      of: textOf(task.bundle, "id"),
      attempt,
      durationMs,
      exitCode,
      timedOut: end.isTimedOut,
      ...(session.sessionId === null ? {} : { session: session.sessionId }),
      ...(usage === null ? {} : { usage: { ...usage } }),
      ...(costUsd === null ? {} : { cost }),
    },
  };
}

function outcomeRecord({ status, score, checks }: RunOutcome, now: Date): JsonObject {
  if (score === undefined || checks === undefined) return { status };
  return outcomeJson({ status, score, checks }, judgeRecord(now));
}

/** What was left out of the run's files is not captured either. */
async function* laidOut(items: AsyncIterable<StartItem>): AsyncGenerator<CapturedItem> {
  for await (const item of items) if (item.kind !== "left-out") yield item;
}
