/**
 * A report in the form of Inspect (inspect_ai): one log for each agent, in which the tasks are samples and the runs of a
 * task are epochs. What Inspect has no place for is in `metadata`.
 */
import { sha256 } from "../../../base/hash.ts";
import type { Json, JsonObject } from "../../../base/json/value.ts";
import type { Usage } from "../../read/measures.ts";
import { formatError, formatWho } from "../format-values.ts";
import { namePlaces } from "../name-places.ts";
import type { RankedRow, TaskReport } from "../report.ts";
import { isCounted, isSuccess } from "../report-row.ts";
import { groupRows, type Standing, type TaskKey } from "../standings.ts";
import { meanOf } from "../statistics.ts";
import type { ChatMessages } from "./messages.ts";

/** What a log has of a run beside its row. */
export interface RunDetail {
  readonly task: string;
  readonly answer: string | null;
  readonly usage: Usage | null;
  readonly isTimedOut: boolean;
  /** Results of the checks, one line each. */
  readonly checks: readonly string[];
  readonly conversation: ChatMessages | null;
}

/** What logs are made with. */
export interface EvalLogOptions {
  /** What the set of tasks is called. */
  readonly name: string;
  readonly version: string;
  readonly taskKey: TaskKey;
  readonly detailOf: (row: RankedRow) => Promise<RunDetail>;
}

/** A log, and the name of its file; `inspect` finds logs by names of this form. */
export interface EvalLogFile {
  readonly file: string;
  readonly log: JsonObject;
}

/** Builds the log of one agent of a report. */
export async function evalLog(
  report: TaskReport,
  standing: Standing,
  options: EvalLogOptions,
): Promise<EvalLogFile> {
  const { key, tool } = standing;
  const rows = namePlaces(report.ranking).filter(
    (row) => JSON.stringify([row.tool, row.model]) === key,
  );
  const model = standing.model ?? tool ?? "unknown";
  const samples = await samplesOf(rows, { ...options, model, standing });
  const created = timeOf(rows.map(({ createdAt }) => createdAt).sort()[0]) ?? report.generatedAt;
  const id = sha256(`${options.name}\0${key}\0${created}`).slice(0, 22);
  const file = `${created.slice(0, 19).replaceAll(":", "-")}_${fileName(options.name)}-${fileName(formatWho(standing))}_${id}.json`;
  const log = {
    version: 2,
    status: "success",
    eval: specOf({ id, model, created, options, standing, samples }),
    plan: { name: tool ?? "agent", steps: [{ solver: tool ?? "agent", params: {} }] },
    results: resultsOf(samples, standing),
    stats: { started_at: created, completed_at: report.generatedAt, model_usage: {} },
    samples,
  };
  return { file, log };
}

interface SpecParts {
  readonly id: string;
  readonly model: string;
  readonly created: string;
  readonly options: EvalLogOptions;
  readonly standing: Standing;
  readonly samples: readonly Sample[];
}

function specOf({ id, model, created, options, standing, samples }: SpecParts): JsonObject {
  const { name, version } = options;
  const ids = [...new Set(samples.map((sample) => sample.id))];
  const scorers = scorersOf(standing).map(({ scorer, metrics }) => ({
    name: scorer,
    metrics: metrics.map((metric) => ({ name: `inspect_ai/${metric}` })),
  }));
  return {
    eval_id: id,
    run_id: id,
    task_id: sha256(name).slice(0, 22),
    created,
    task: name,
    solver: standing.tool ?? "agent",
    dataset: { name, samples: ids.length, sample_ids: ids, shuffled: false },
    model,
    config: {
      epochs: Math.max(1, ...samples.map(({ epoch }) => epoch)),
      epochs_reducer: ["mean"],
      fail_on_error: false,
    },
    packages: { holdall: version },
    scorers,
    metadata: { agent: formatWho(standing), standing: { ...standing } },
  };
}

interface SampleOptions extends EvalLogOptions {
  readonly model: string;
  readonly standing: Standing;
}

type Sample = JsonObject & {
  readonly id: string;
  readonly epoch: number;
  readonly scores?: Readonly<Record<string, { readonly value: string | number }>>;
};

async function samplesOf(
  rows: readonly RankedRow[],
  options: SampleOptions,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const taken = new Set<string>();
  for (const runs of groupRows(rows, options.taskKey).values()) {
    const [{ title, taskHash }] = runs;
    const id = taken.has(title) ? `${title} (${taskHash?.slice(0, 8) ?? taken.size})` : title;
    taken.add(id);
    const inOrder = [...runs].sort((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0));
    for (const [at, row] of inOrder.entries()) {
      samples.push(sampleOf(row, await options.detailOf(row), { ...options, id, epoch: at + 1 }));
    }
  }
  return samples;
}

interface SamplePlace extends SampleOptions {
  readonly id: string;
  readonly epoch: number;
}

function sampleOf(row: RankedRow, detail: RunDetail, place: SamplePlace): Sample {
  const { id, epoch, model, standing } = place;
  const usage = usageOf(row, detail);
  const startedAt = timeOf(row.createdAt);
  const ended = (row.durationMs ?? 0) + Date.parse(startedAt ?? "");
  return {
    id,
    epoch,
    input: detail.task,
    target: "",
    messages: messagesOf(detail),
    output: outputOf(detail, model, usage),
    ...(isCounted(row) ? { scores: scoresOf(row, detail, standing) } : {}),
    metadata: metadataOf(row, detail),
    model_usage: usage === null ? {} : { [model]: usage },
    ...(startedAt === null ? {} : { started_at: startedAt }),
    ...(Number.isNaN(ended) || row.durationMs === null
      ? {}
      : { completed_at: new Date(ended).toISOString() }),
    ...(row.durationMs === null ? {} : { total_time: row.durationMs / 1000 }),
    ...(row.error === null
      ? {}
      : { error: { message: formatError(row.error), traceback: "", traceback_ansi: "" } }),
    ...(detail.isTimedOut ? { limit: { type: "time", limit: (row.durationMs ?? 0) / 1000 } } : {}),
  };
}

function messagesOf({ conversation, task, answer }: RunDetail): Json[] {
  if (conversation !== null) return conversation.messages.map((message) => ({ ...message }));
  const asked = { role: "user", content: task };
  return answer === null ? [asked] : [asked, { role: "assistant", content: answer }];
}

function outputOf({ answer }: RunDetail, model: string, usage: JsonObject | null): JsonObject {
  const choice = { message: { role: "assistant", content: answer ?? "" }, stop_reason: "stop" };
  return {
    model,
    choices: answer === null ? [] : [choice],
    completion: answer ?? "",
    ...(usage === null ? {} : { usage }),
  };
}

function usageOf({ costUsd }: RankedRow, { usage }: RunDetail): JsonObject | null {
  if (usage === null) return null;
  const { input, cacheRead, cacheWrite, output, reasoning } = usage;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + cacheRead + cacheWrite + output,
    input_tokens_cache_write: cacheWrite,
    input_tokens_cache_read: cacheRead,
    reasoning_tokens: reasoning,
    ...(costUsd === null ? {} : { total_cost: costUsd }),
  };
}

/** A success is "C", all other outcomes "I", as in the success rate; "N" where there is none. */
function scoresOf(row: RankedRow, { answer, checks }: RunDetail, standing: Standing) {
  const value = isSuccess(row) ? "C" : row.status === null ? "N" : "I";
  const explanation = [row.contradiction ?? row.status ?? "no outcome", ...checks].join("\n");
  const success = { value, explanation, ...(answer === null ? {} : { answer }) };
  return {
    ...(standing.successRate === null ? {} : { success }),
    ...(standing.score === null ? {} : { score: { value: row.score ?? 0, explanation } }),
  };
}

function metadataOf(row: RankedRow, { conversation }: RunDetail): JsonObject {
  const { bundleDir, status, verified, contradiction, interventions, costUsd, taskHash } = row;
  const leftOut = conversation?.leftOut ?? 0;
  return {
    bundleDir,
    status,
    verified,
    contradiction,
    interventions,
    costUsd,
    taskHash,
    ...(leftOut === 0 ? {} : { messagesLeftOut: leftOut }),
  };
}

function scorersOf({ successRate, score }: Standing) {
  return [
    { scorer: "success", metrics: ["accuracy", "stderr"], isKnown: successRate !== null },
    { scorer: "score", metrics: ["mean", "stderr"], isKnown: score !== null },
  ].filter(({ isKnown }) => isKnown);
}

function resultsOf(samples: readonly Sample[], standing: Standing): JsonObject {
  const scores = scorersOf(standing).map(({ scorer, metrics: [first = "mean"] }) => {
    const values = meansOf(samples, scorer);
    const metric = (name: string, value: number) => ({ name, value, params: {} });
    return {
      name: scorer,
      scorer,
      reducer: "mean",
      scored_samples: values.length,
      params: {},
      metrics: {
        [first]: metric(first, meanOf(values)),
        stderr: metric("stderr", standardError(values)),
      },
    };
  });
  const completed = samples.filter(({ error }) => error === undefined).length;
  return { total_samples: samples.length, completed_samples: completed, scores };
}

/** The mean of the epochs of each sample, which Inspect takes the mean of. */
function meansOf(samples: readonly Sample[], scorer: string): readonly number[] {
  const values = new Map<string, number[]>();
  for (const { id, scores } of samples) {
    const value = scores?.[scorer]?.value;
    if (value === undefined) continue;
    const number = typeof value === "number" ? value : value === "C" ? 1 : 0;
    values.set(id, [...(values.get(id) ?? []), number]);
  }
  return [...values.values()].map(meanOf);
}

function standardError(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(square / (values.length - 1) / values.length);
}

/** A time with its zone; null for a text that is none. */
function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function fileName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]+/g, "-").slice(0, 60) || "agent";
}
