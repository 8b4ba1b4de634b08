import type { JsonObject } from "../base/json/value.ts";
import type { LossItem } from "../model/loss.ts";
import { locationOf, type TranscriptHeader, type TranscriptItem } from "../model/transcript.ts";
import type { AtifStep, AtifTrajectory } from "./atif-schema.ts";
import { isConversation } from "./conversation-item.ts";
import { createLossTally, type LossTally } from "./loss-tally.ts";

/** A transcript as a trajectory, and what it has no place for. */
export interface AtifExport {
  readonly trajectory: AtifTrajectory;
  readonly losses: readonly LossItem[];
}

/** What a trajectory contains besides the transcript. */
export interface AtifOptions {
  /** The price of an answer in US dollars; null when it is not known. */
  costOf?(usage: Kind<"usage">, model: string | null): number | null;
  /** Further facts about the session, such as how it was judged. */
  readonly about?: JsonObject;
}

/**
 * Writes a transcript as an ATIF trajectory: one step for every prompt and for every answer of the
 * model with its calls, their results and its tokens. Paths that were left and what only its agent can
 * read are losses; sub-agents become trajectories of their own.
 */
export async function writeAtif(
  header: TranscriptHeader,
  items: AsyncIterable<TranscriptItem>,
  { costOf = () => null, about = {} }: AtifOptions = {},
): Promise<AtifExport> {
  const losses = createLossTally();
  const { main, threads, outside, all } = await collectSteps(header, items, { costOf, losses });
  const children = [...threads]
    .filter(([, { list }]) => list.length > 0)
    .map(([id, steps]) => ({
      ...trajectoryOf(header, steps, finalMetrics(steps)),
      trajectory_id: id,
    }));
  const trajectory: AtifTrajectory = {
    ...trajectoryOf(header, main, {
      ...finalMetrics(main),
      ...(all.count > 0 && all.cost !== null ? { total_cost_usd: all.cost } : {}),
      ...(outside.count === 0 ? {} : { extra: { outside_of_steps: metricsOf(outside) } }),
    }),
    ...(children.length === 0 ? {} : { subagent_trajectories: children }),
    extra: { ...aboutSession(header), ...about },
  };
  return { trajectory, losses: losses.items() };
}

/** The steps of a transcript. */
interface CollectedSteps {
  readonly main: Steps;
  /** Of the sub-agents, by their ids. */
  readonly threads: ReadonlyMap<string, Steps>;
  /** Tokens of abandoned branches, and of what has no answer. */
  readonly outside: Tokens;
  readonly all: Tokens;
}

async function collectSteps(
  header: TranscriptHeader,
  items: AsyncIterable<TranscriptItem>,
  { costOf, losses }: Required<Pick<AtifOptions, "costOf">> & { readonly losses: LossTally },
): Promise<CollectedSteps> {
  const main = createSteps();
  const threads = new Map<string, Steps>();
  const outside = createTotals();
  const all = createTotals();
  let model = header.model;
  for await (const item of items) {
    if (item.kind === "message" && item.thread === null) model = item.model ?? model;
    const tokens = item.kind === "usage" ? tokensOf(item, costOf(item, item.model ?? model)) : null;
    if (tokens !== null) addTokens(all, tokens);
    if (item.branch !== null) {
      const why = "abandoned branch; a trajectory has only one path";
      losses.add({ kind: "dropped", scope: "background", where: locationOf(item), why });
      if (tokens !== null) addTokens(outside, tokens);
      continue;
    }
    const steps = item.thread === null ? main : (threads.get(item.thread) ?? createSteps());
    if (item.thread !== null) threads.set(item.thread, steps);
    if (tokens !== null) steps.waiting.push(tokens);
    const lost = tokens === null ? addItem(steps, item) : null;
    placeTokens(steps);
    const scope = isConversation(item) ? "conversation" : "bookkeeping";
    if (lost !== null) losses.add({ ...lost, scope, where: locationOf(item) });
  }
  for (const [where, { waiting }] of [[header.session_id, main] as const, ...threads]) {
    if (waiting.length === 0) continue;
    const why = "token counts that belong to no answer are in the totals only";
    losses.add({ kind: "changed", scope: "bookkeeping", where, why, count: waiting.length });
    for (const tokens of waiting) addTokens(outside, tokens);
  }
  return { main, threads, outside, all };
}

/** The steps of one trajectory while they grow. */
interface Steps {
  readonly list: GrowingStep[];
  readonly byCall: Map<string, GrowingStep>;
  /** Tokens by the step whose metrics they are. */
  readonly tokens: Map<GrowingStep, Tokens>;
  /** Counted before the first answer. */
  readonly waiting: Tokens[];
}

/** Tokens of a number of answers; the cost is null as soon as that of one is not known. */
interface Tokens {
  count: number;
  prompt: number;
  completion: number;
  cached: number;
  cacheWrite: number;
  reasoning: number;
  cost: number | null;
}

type GrowingStep = { -readonly [Key in keyof AtifStep]: AtifStep[Key] };
type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Name }>;
type ItemLoss = Pick<LossItem, "kind" | "why"> | null;

function createSteps(): Steps {
  return { list: [], byCall: new Map(), tokens: new Map(), waiting: [] };
}

function createTotals(): Tokens {
  return {
    count: 0,
    prompt: 0,
    completion: 0,
    cached: 0,
    cacheWrite: 0,
    reasoning: 0,
    cost: 0,
  };
}

function tokensOf(item: Kind<"usage">, cost: number | null): Tokens {
  return {
    count: 1,
    prompt: item.input_uncached + item.cache_read + item.cache_write,
    completion: item.output,
    cached: item.cache_read,
    cacheWrite: item.cache_write,
    reasoning: item.reasoning,
    cost,
  };
}

function addTokens(sum: Tokens, more: Tokens): void {
  sum.count += more.count;
  sum.prompt += more.prompt;
  sum.completion += more.completion;
  sum.cached += more.cached;
  sum.cacheWrite += more.cacheWrite;
  sum.reasoning += more.reasoning;
  sum.cost = sum.cost === null || more.cost === null ? null : sum.cost + more.cost;
}

/** Moves waiting tokens to the last answer, if there is one. */
function placeTokens({ list, tokens, waiting }: Steps): void {
  if (waiting.length === 0) return;
  const step = list.findLast(({ source }) => source === "agent");
  if (step === undefined) return;
  const sum = tokens.get(step) ?? createTotals();
  for (const each of waiting.splice(0)) addTokens(sum, each);
  tokens.set(step, sum);
  step.metrics = metricsOf(sum);
  if (sum.count > 1) step.llm_call_count = sum.count;
}

function metricsOf(sum: Tokens): NonNullable<AtifStep["metrics"]> {
  return {
    prompt_tokens: sum.prompt,
    completion_tokens: sum.completion,
    cached_tokens: sum.cached,
    ...(sum.cost === null ? {} : { cost_usd: sum.cost }),
    extra: { cache_write_tokens: sum.cacheWrite, reasoning_tokens: sum.reasoning },
  };
}

function finalMetrics({ list, tokens }: Steps): NonNullable<AtifTrajectory["final_metrics"]> {
  const total_steps = list.length;
  // An unknown number of tokens is not none.
  if (tokens.size === 0) return { total_steps };
  const sum = createTotals();
  for (const each of tokens.values()) addTokens(sum, each);
  return {
    total_prompt_tokens: sum.prompt,
    total_completion_tokens: sum.completion,
    total_cached_tokens: sum.cached,
    ...(sum.cost === null ? {} : { total_cost_usd: sum.cost }),
    total_steps,
  };
}

function trajectoryOf<Metrics>(header: TranscriptHeader, { list }: Steps, final_metrics: Metrics) {
  return {
    schema_version: "ATIF-v1.7" as const,
    session_id: header.session_id,
    agent: {
      name: header.agent,
      version: header.agent_version ?? "unknown",
      ...(header.model === null ? {} : { model_name: header.model }),
    },
    steps: list,
    final_metrics,
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
  step.extra = { ...step.extra, attachments: namesOf(attachments) };
  return attachmentLoss(attachments);
}

type Attachments = Kind<"message">["attachments"];

function namesOf(attachments: Attachments) {
  return attachments.map(({ media_type, uri }) => ({ media_type, uri }));
}

function attachmentLoss(attachments: Attachments): ItemLoss {
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

function addResult(steps: Steps, item: Kind<"tool_result">): ItemLoss {
  const { call_id, content, ok, attachments } = item;
  const step = steps.byCall.get(call_id);
  if (step === undefined) return { kind: "dropped", why: "a tool result without its tool call" };
  const results = step.observation?.results ?? [];
  const extra = attachments.length === 0 ? {} : { extra: { attachments: namesOf(attachments) } };
  step.observation = { results: [...results, { source_call_id: call_id, content, ...extra }] };
  if (!ok) {
    const failed = Array.isArray(step.extra?.failed_calls) ? step.extra.failed_calls : [];
    step.extra = { ...step.extra, failed_calls: [...failed, call_id] };
  }
  return attachmentLoss(attachments);
}

function addChange(steps: Steps, { path, change }: Kind<"file_change">): ItemLoss {
  const step = steps.list.at(-1);
  if (step === undefined) return { kind: "dropped", why: "a file change that belongs to no step" };
  const known = Array.isArray(step.extra?.file_changes) ? step.extra.file_changes : [];
  step.extra = { ...step.extra, file_changes: [...known, { path, change }] };
  return null;
}
