/** Reads the folder of a trial of Harbor as a run: its result, its reward and its trajectory. */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../../../../base/json/value.ts";
import type { LossItem } from "../../../../model/loss.ts";
import type { TaskParts } from "../../../pack/write-task.ts";
import { importTrajectory, type RunFacts } from "../atif/import.ts";
import { textAt } from "../container/container-task.ts";
import type { FolderImporter, Imported, ImportSource } from "../exchange.ts";

const RESULT = "result.json";
const TRAJECTORY = "agent/trajectory.json";

const time = z.string().nullish();
const span = z.looseObject({ started_at: time, finished_at: time }).nullish();
const amount = z.number().min(0).nullish();

/** The keys of a result that a run needs. */
const resultSchema = z.looseObject({
  task_name: z.string().min(1).max(500),
  trial_name: z.string().min(1).max(500),
  task_checksum: z.string().max(500).nullish(),
  source: z.string().max(500).nullish(),
  agent_info: z.looseObject({
    name: z.string().min(1).max(200),
    version: z.string().max(200).nullish(),
    model_info: z.looseObject({ name: z.string().max(200) }).nullish(),
  }),
  agent_result: z
    .looseObject({
      n_input_tokens: amount,
      n_cache_tokens: amount,
      n_output_tokens: amount,
      cost_usd: amount,
    })
    .nullish(),
  verifier_result: z.looseObject({ rewards: z.record(z.string(), z.number()).nullish() }).nullish(),
  exception_info: z
    .looseObject({ exception_type: z.string(), exception_message: z.string().nullish() })
    .nullish(),
  started_at: time,
  finished_at: time,
  agent_execution: span,
});
type TrialResult = z.infer<typeof resultSchema>;

const trial: FolderImporter = {
  displayName: "Harbor trial",
  recognises: (names) =>
    names.has(RESULT) && ["agent", "verifier", "trial.log"].some((name) => names.has(name)),
  async read(source) {
    const result = parseResult((await textAt(source.files, RESULT)) ?? "");
    const facts = factsOf(result);
    const hasTrajectory = source.files.get(TRAJECTORY)?.kind === "file";
    const read = hasTrajectory ? await readTrajectory(source, facts) : null;
    const base = read ?? withoutTrajectory(source, result);
    const { parts } = base;
    return {
      ...base,
      parts: {
        ...parts,
        task: taskText(result),
        createdAt: isoTime(result.started_at) ?? parts.createdAt,
        metadata: metadataOf(result, facts, parts.metadata ?? {}),
      },
    };
  },
};

export default trial;

/** The trajectory as a run; null when nobody asked for anything in it. */
async function readTrajectory(source: ImportSource, facts: RunFacts): Promise<Imported | null> {
  const place = path.join(source.place, TRAJECTORY);
  try {
    return await importTrajectory({ ...source, place }, facts);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_EMPTY") return null;
    throw error;
  }
}

function parseResult(text: string): TrialResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HoldallError("E_JSON", `Cannot read "${RESULT}": ${(error as Error).message}`);
  }
  const parsed = resultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new HoldallError("E_SHAPE", `Cannot use "${RESULT}": ${place}: ${issue?.message}`);
}

/** The task by its name: agents get it in words of their own, and its runs must be found together. */
function taskText({ task_name, source, task_checksum }: TrialResult): string {
  const of = source ? ` of ${source}` : "";
  const sum = task_checksum ? ` (checksum ${task_checksum})` : "";
  return `# ${task_name}\n\nA task${of} that Harbor ran${sum}. The request itself is in the transcript.\n`;
}

/** Errors that the agent itself is responsible for; after all others Harbor does not count the reward either. */
const OF_THE_AGENT =
  /^(?:AgentTimeoutError|(?:ContextWindow|OutputToken|ContextLength|OutputLength)ExceededError|AgentSafetyRefusalError|ContentPolicyViolationError)$/;

function isOutside({ exception_info }: TrialResult): boolean {
  return exception_info != null && !OF_THE_AGENT.test(exception_info.exception_type);
}

function factsOf(result: TrialResult): RunFacts {
  const { task_name: title, agent_info } = result;
  const tool = agent_info.name;
  const model = agent_info.model_info?.name;
  const facts = { title, tool, ...(model === undefined ? {} : { model }) };
  if (isOutside(result)) return facts;
  const rewards = result.verifier_result?.rewards ?? {};
  const [only] = Object.values(rewards);
  const reward = rewards.reward ?? only ?? (result.exception_info == null ? undefined : 0);
  if (reward === undefined) return facts;
  const score = Math.min(Math.max(reward, 0), 1);
  return { ...facts, score, status: score === 1 ? "success" : score === 0 ? "failure" : "partial" };
}

function metadataOf(result: TrialResult, facts: RunFacts, known: JsonObject): JsonObject {
  const { agent_info, agent_result, exception_info } = result;
  const run: Record<string, Json | undefined> = isObject(known.run) ? { ...known.run } : {};
  const { started_at, finished_at } = result.agent_execution ?? result;
  const from = Date.parse(started_at ?? "");
  const to = Date.parse(finished_at ?? "");
  if (to >= from) run.durationMs = to - from;
  if (agent_info.version) run.agentVersion = agent_info.version;
  if (exception_info?.exception_type === "AgentTimeoutError") run.timedOut = true;
  if (exception_info != null && isOutside(result)) {
    const { exception_type: kind, exception_message: detail } = exception_info;
    run.error = { kind, detail: detail ?? "" };
  }
  const {
    n_input_tokens: input,
    n_cache_tokens: cached,
    n_output_tokens: output,
  } = agent_result ?? {};
  if (typeof input === "number" && typeof output === "number") {
    const cacheRead = Math.min(cached ?? 0, input);
    run.usage = { input: input - cacheRead, cacheRead, cacheWrite: 0, output, reasoning: 0 };
  }
  if (typeof agent_result?.cost_usd === "number") {
    run.cost = { usd: agent_result.cost_usd, pricesFrom: "Harbor" };
  }
  const { score, status } = facts;
  return {
    ...known,
    tool: agent_info.name,
    ...(facts.model === undefined ? {} : { model: facts.model }),
    tags: ["run", "harbor"],
    ...(status === undefined ? {} : { outcome: { status, score: score ?? 0 } }),
    origin: { form: "harbor-trial", name: result.trial_name, task: result.task_name },
    run,
  };
}

function isoTime(value: string | null | undefined): string | null {
  const at = Date.parse(value ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function withoutTrajectory({ name, now }: ImportSource, { task_name }: TrialResult): Imported {
  const parts: TaskParts = {
    id: name,
    title: task_name,
    createdAt: now.toISOString(),
    task: "",
    summary: "# Summary\n\nThe trial has no trajectory.\n",
  };
  const loss: LossItem = {
    kind: "dropped",
    where: TRAJECTORY,
    why: "the trial has no trajectory with a request: its steps are not known",
  };
  return { kind: "run", parts, checks: null, losses: [loss] };
}
