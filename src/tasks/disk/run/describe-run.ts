/** Describes a run as a task bundle: the task and its start as they were, and what came of them. */

import type { FileEntry, FileTree } from "../../../base/file-set.ts";
import type { Json, JsonObject } from "../../../base/json/value.ts";
import { excerpt } from "../../../base/text/text.ts";
import { ownValue, textOf } from "../../../model/task-bundle.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import { packageVersion } from "../../../runtime/package-version.ts";
import { eventOfStep } from "../../compare/event-of-step.ts";
import { runEvents } from "../../compare/steps-of-events.ts";
import { replacedText } from "../../judge/replaced-text.ts";
import type { CapturedItem, TaskParts } from "../../pack/write-task.ts";
import { interventionsJson } from "../../read/interventions.ts";
import type { Measures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import type { RunError } from "../../run/outside-error.ts";
import type { StartItem } from "../../starting-state.ts";
import { checkOutputs, judgeRecord, outcomeJson } from "../judge/judged-schema.ts";
import type { RunOutcome } from "./judge-run.ts";
import type { Pair } from "./plan-pairs.ts";
import type { SessionReading } from "./read-agent-session.ts";
import type { ContestantRun } from "./run-contestant.ts";
import type { EnvironmentRecord } from "./run-environment.ts";

/** Everything that is known of a run. */
interface CapturedRun extends ContestantRun {
  readonly diff: Uint8Array;
  readonly session: SessionReading;
  readonly outcome: RunOutcome | null;
  /** What ended it outside of the agent's work, without secrets. */
  readonly error: RunError | null;
  readonly measures: Measures;
  readonly prices: PriceTable;
  readonly home: EnvironmentRecord;
  /** Knows the secrets of the session. */
  readonly redactor: Redactor;
}

/** The parts of the bundle of a run. */
export function describeRun(pair: Pair, captured: CapturedRun, now: Date): TaskParts {
  const { id, task, start, hidden } = pair;
  const run = withoutSecrets(captured);
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
    beside: besideOf(run),
    workspace: {
      items: laidOut(start.items()),
      state: "before",
      strategy: "copy",
      capturedAt: startedAt,
    },
    // Whoever judges the run again needs them; a replay does not lay them out.
    ...(hidden === null ? {} : { hidden: { items: hidden.items(), capturedAt: startedAt } }),
  };
}

/** What programs printed is quoted in several parts; secrets are replaced before. */
function withoutSecrets(run: CapturedRun): CapturedRun {
  const { outcome, end, redactor } = run;
  const stderr = redactor.text(end.stderr, "events.jsonl");
  const checks = outcome?.checks?.map((check) => ({
    ...check,
    detail: redactor.text(check.detail, "bundle.json"),
  }));
  return {
    ...run,
    end: { ...end, stderr },
    outcome: outcome === null || checks === undefined ? outcome : { ...outcome, checks },
  };
}

/** The transcript, the last answer and what the checks printed, all without secrets. */
function besideOf({ session, end, outcome, redactor }: CapturedRun): FileTree {
  const texts = new Map(checkOutputs({ checks: outcome?.checks ?? [] }));
  // A program without a session of its own answers with what it prints.
  const answer = session.answer ?? end.stdout;
  if (answer.trim() !== "") texts.set("answer.md", `${answer.trim()}\n`);
  const clean = [...texts].map(
    ([path, text]) => [path, Buffer.from(redactor.text(text, path))] as const,
  );
  return new Map<string, Uint8Array | FileEntry>([...session.transcript, ...clean]);
}

function summaryOf({ contestant, attempt }: Pair, { end, outcome, error }: CapturedRun): string {
  const checks = (outcome?.checks ?? []).map(
    ({ name, passed, detail }) => `- ${passed ? "passed" : "failed"}: ${name} (${detail})`,
  );
  const replaced = replacedText(outcome?.hidden);
  return [
    "# Summary",
    "",
    `- Agent: ${contestant.label}`,
    `- Attempt: ${attempt}`,
    `- Exit: ${end.isTimedOut ? "time limit" : (end.exitCode ?? "signal")}`,
    `- Time: ${(end.durationMs / 1000).toFixed(1)} s`,
    `- Status: ${outcome?.status ?? "unknown"}`,
    ...(replaced === null ? [] : [`- Hidden files: ${replaced}`]),
    ...(error === null ? [] : [`- Error outside the agent: ${error.kind} (${error.detail})`]),
    ...(checks.length === 0 ? [] : ["", "## Checks", "", ...checks]),
    "",
  ].join("\n");
}

/** The steps of a run. They do not name the agent: runs of two are aligned by what they did. */
function eventsOf({ startedAt, end, session }: CapturedRun): readonly EventRecord[] {
  let at = startedAt.toISOString();
  const events: EventRecord[] = [
    { type: runEvents.start, at, detail: "The agent was given the task" },
  ];
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
    type: hasFailed ? runEvents.failed : runEvents.ended,
    at: new Date(startedAt.getTime() + end.durationMs).toISOString(),
    detail: lastLine === "" ? ending : `${ending}: ${lastLine}`,
    ...(end.exitCode === null ? {} : { exitCode: end.exitCode }),
  });
  return events;
}

function metadataOf(
  { task, contestant, attempt }: Pair,
  { end, session, outcome, error, measures, prices, home, container }: CapturedRun,
  now: Date,
): JsonObject {
  const { usage, durationMs, exitCode, costUsd } = measures;
  const { interventions } = session;
  const model = session.model ?? contestant.model;
  const cost = { usd: costUsd, pricesFrom: prices.source, pricesDate: prices.date };
  return {
    tool: contestant.tool,
    ...(model === null ? {} : { model }),
    ...sourceFacts(task.bundle),
    runner: {
      os: process.platform,
      nodeVersion: process.version,
      cliVersion: packageVersion(),
      promptSource: "task.md",
    },
    ...(outcome === null ? {} : { outcome: outcomeRecord(outcome, now) }),
    ...(interventions === null ? {} : { interventions: interventionsJson(interventions) }),
    run: {
      of: textOf(task.bundle, "id"),
      attempt,
      durationMs,
      exitCode,
      timedOut: end.isTimedOut,
      ...(error === null ? {} : { error: { ...error } }),
      home: environmentRecord(home),
      ...(container === null ? {} : { container: { ...container } }),
      ...(session.sessionId === null ? {} : { session: session.sessionId }),
      ...(session.agentVersion === null ? {} : { agentVersion: session.agentVersion }),
      ...(usage === null ? {} : { usage: { ...usage } }),
      ...(costUsd === null ? {} : { cost }),
    },
  };
}

/** The names of what a clean home got; of the user's own home nothing was given. */
function environmentRecord({ kind, logins, copied, variables }: EnvironmentRecord): JsonObject {
  if (kind === "mine") return variables.length === 0 ? { kind } : { kind, variables };
  const files = copied.map(({ file, keys }) => ({ file, keys }));
  return { kind, logins, copied: files, variables };
}

/** What a run has in common with its task: where it comes from, in which language, with which tags. */
function sourceFacts(bundle: JsonObject): JsonObject {
  const facts: Record<string, Json> = {};
  for (const key of ["runtime", "repo", "commit", "branch"]) {
    const text = textOf(bundle, key);
    if (text !== null) facts[key] = text;
  }
  const tags = ownValue(bundle, "tags");
  const known = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  return { ...facts, tags: [...new Set([...known, "run"])] };
}

function outcomeRecord({ status, score, checks, hidden }: RunOutcome, now: Date): JsonObject {
  if (score === undefined || checks === undefined) return { status };
  const used = hidden === undefined ? {} : { hidden };
  return outcomeJson({ status, score, checks, ...used }, judgeRecord(now));
}

/** What was left out of the run's files is not captured either. */
async function* laidOut(items: AsyncIterable<StartItem>): AsyncGenerator<CapturedItem> {
  for await (const item of items) if (item.kind !== "left-out") yield item;
}
