import type { LossItem } from "../model/loss.ts";
import { locationOf, type TranscriptHeader, type TranscriptItem } from "../model/transcript.ts";
import type { AtifStep, AtifTrajectory } from "./atif-schema.ts";
import { isConversation } from "./conversation-item.ts";
import { createLossTally } from "./loss-tally.ts";

/** A transcript as a trajectory, and what it has no place for. */
export interface AtifExport {
  readonly trajectory: AtifTrajectory;
  readonly losses: readonly LossItem[];
}

/**
 * Writes a transcript as an ATIF trajectory: one step for every prompt and for every answer of the
 * model with its calls and their results. Paths that were left and what only its agent can read are
 * losses; sub-agents become trajectories of their own.
 */
export async function writeAtif(
  header: TranscriptHeader,
  items: AsyncIterable<TranscriptItem>,
): Promise<AtifExport> {
  const losses = createLossTally();
  const main = createSteps();
  const threads = new Map<string, Steps>();
  for await (const item of items) {
    if (item.branch !== null) {
      const why = "abandoned branch; a trajectory has only one path";
      losses.add({ kind: "dropped", scope: "background", where: locationOf(item), why });
      continue;
    }
    const steps = item.thread === null ? main : (threads.get(item.thread) ?? createSteps());
    if (item.thread !== null) threads.set(item.thread, steps);
    const lost = addItem(steps, item);
    const scope = isConversation(item) ? "conversation" : "bookkeeping";
    if (lost !== null) losses.add({ ...lost, scope, where: locationOf(item) });
  }
  const children = [...threads].map(([id, steps]) => ({
    ...trajectoryOf(header, steps),
    trajectory_id: id,
  }));
  const trajectory: AtifTrajectory = {
    ...trajectoryOf(header, main),
    ...(children.length === 0 ? {} : { subagent_trajectories: children }),
    extra: aboutSession(header),
  };
  return { trajectory, losses: losses.items() };
}

/** The steps of one trajectory while they grow. */
interface Steps {
  readonly list: GrowingStep[];
  readonly byCall: Map<string, GrowingStep>;
  /** Null until something was counted: an unknown number of tokens is not none. */
  totals: { prompt: number; completion: number; cached: number } | null;
}

type GrowingStep = { -readonly [Key in keyof AtifStep]: AtifStep[Key] };
type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Name }>;
type ItemLoss = Pick<LossItem, "kind" | "why"> | null;

function createSteps(): Steps {
  return {
    list: [],
    byCall: new Map(),
    totals: null,
  };
}

function trajectoryOf(header: TranscriptHeader, { list, totals }: Steps) {
  return {
    schema_version: "ATIF-v1.7" as const,
    session_id: header.session_id,
    agent: {
      name: header.agent,
      version: header.agent_version ?? "unknown",
      ...(header.model === null ? {} : { model_name: header.model }),
    },
    steps: list,
    final_metrics: {
      ...(totals === null
        ? {}
        : {
            total_prompt_tokens: totals.prompt,
            total_completion_tokens: totals.completion,
            total_cached_tokens: totals.cached,
          }),
      total_steps: list.length,
    },
  };
}

function aboutSession({ title, cwd, git_branch, started_at }: TranscriptHeader) {
  const known = Object.entries({ title, cwd, git_branch, started_at });
  return Object.fromEntries(known.filter(([, value]) => value !== null));
}

function addItem(steps: Steps, item: TranscriptItem): ItemLoss {
  switch (item.kind) {
    case "message":
      return item.role === "user" ? addPrompt(steps, item) : addText(steps, item);
    case "reasoning":
      return addThought(steps, item);
    case "tool_call":
      return addCall(steps, item);
    case "tool_result":
      return addResult(steps, item);
    case "usage":
      return addUsage(steps, item);
    case "compaction":
      if (item.summary === null) return { kind: "dropped", why: "an encrypted summary" };
      addStep(steps, item, "system", item.summary).extra = {
        kind: "compaction",
        ...(item.trigger === null ? {} : { trigger: item.trigger }),
      };
      return null;
    case "injected":
      addStep(steps, item, "system", item.text).extra = { kind: "injected" };
      return null;
    case "error":
      addStep(steps, item, "system", item.text).extra = { kind: "error", code: item.code };
      return null;
    case "file_change":
      return addChange(steps, item);
    default:
      return { kind: "dropped", why: `a trajectory has no place for ${item.kind} records` };
  }
}

function addStep(
  { list }: Steps,
  { at }: TranscriptItem,
  source: AtifStep["source"],
  message: string,
): GrowingStep {
  const step: GrowingStep = {
    step_id: list.length + 1,
    ...(at === null ? {} : { timestamp: at }),
    source,
    message,
  };
  list.push(step);
  return step;
}

/** The answer being given: a model that has its results, or has spoken, begins another. */
function currentAnswer(steps: Steps, item: TranscriptItem, isText: boolean): GrowingStep {
  const last = steps.list.at(-1);
  const isGoing = last?.source === "agent" && last.observation === undefined;
  const isFree = isGoing && !(isText && (last.message !== "" || last.tool_calls !== undefined));
  return isFree ? last : addStep(steps, item, "agent", "");
}

function addPrompt(steps: Steps, item: Kind<"message">): ItemLoss {
  const step = addStep(steps, item, "user", item.text);
  return addAttachments(step, item);
}

function addText(steps: Steps, item: Kind<"message">): ItemLoss {
  const step = currentAnswer(steps, item, true);
  step.message = item.text;
  if (item.model !== null) step.model_name = item.model;
  return addAttachments(step, item);
}

function addAttachments(step: GrowingStep, { attachments }: Kind<"message">): ItemLoss {
  if (attachments.length === 0) return null;
  const named = attachments.map(({ media_type, uri }) => ({ media_type, uri }));
  step.extra = { ...step.extra, attachments: named };
  return attachments.some(({ base64 }) => base64 !== null)
    ? { kind: "changed", why: "attached files are named, without their bytes" }
    : null;
}

function addThought(steps: Steps, { text, sealed, ...item }: Kind<"reasoning">): ItemLoss {
  if (text !== "") {
    const step = currentAnswer(steps, { ...item, text, sealed }, false);
    const before = step.reasoning_content;
    step.reasoning_content = before === undefined ? text : `${before}\n\n${text}`;
  }
  return sealed ? { kind: "dropped", why: "content that only its own provider can read" } : null;
}

function addCall(steps: Steps, item: Kind<"tool_call">): ItemLoss {
  const step = currentAnswer(steps, item, false);
  const { call_id, name } = item;
  const input = typeof item.arguments === "string" ? { input: item.arguments } : item.arguments;
  const call = { tool_call_id: call_id, function_name: name, arguments: input };
  step.tool_calls = [...(step.tool_calls ?? []), call];
  steps.byCall.set(call_id, step);
  return null;
}

function addResult(steps: Steps, { call_id, content, ok }: Kind<"tool_result">): ItemLoss {
  const step = steps.byCall.get(call_id);
  if (step === undefined) return { kind: "dropped", why: "a tool result without its tool call" };
  const results = step.observation?.results ?? [];
  step.observation = { results: [...results, { source_call_id: call_id, content }] };
  if (!ok) {
    const failed = Array.isArray(step.extra?.failed_calls) ? step.extra.failed_calls : [];
    step.extra = { ...step.extra, failed_calls: [...failed, call_id] };
  }
  return null;
}

function addUsage(steps: Steps, item: Kind<"usage">): ItemLoss {
  const step = steps.list.findLast(({ source }) => source === "agent");
  if (step === undefined) return { kind: "dropped", why: "token counts that belong to no answer" };
  const prompt = item.input_uncached + item.cache_read + item.cache_write;
  const { prompt: prompts, completion, cached } = steps.totals ?? NOTHING_COUNTED;
  steps.totals = {
    prompt: prompts + prompt,
    completion: completion + item.output,
    cached: cached + item.cache_read,
  };
  if (step.metrics !== undefined)
    return { kind: "changed", why: "tokens count in the totals only" };
  step.metrics = {
    prompt_tokens: prompt,
    completion_tokens: item.output,
    cached_tokens: item.cache_read,
    extra: { cache_write_tokens: item.cache_write, reasoning_tokens: item.reasoning },
  };
  return null;
}

const NOTHING_COUNTED = { prompt: 0, completion: 0, cached: 0 };

function addChange(steps: Steps, { path, change }: Kind<"file_change">): ItemLoss {
  const step = steps.list.at(-1);
  if (step === undefined) return { kind: "dropped", why: "a file change that belongs to no step" };
  const known = Array.isArray(step.extra?.file_changes) ? step.extra.file_changes : [];
  step.extra = { ...step.extra, file_changes: [...known, { path, change }] };
  return null;
}
