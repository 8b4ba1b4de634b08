import { asText } from "../agents/as-text.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import type { TranscriptItem } from "../model/transcript.ts";

type Common = "id" | "parent_id" | "at" | "source" | "raw" | "thread" | "branch";
type Body<Item> = Item extends unknown ? Omit<Item, Common> : never;
/** What a step says, one thing at a time. */
export type StepBody = Body<TranscriptItem>;

/** The items that a step of any version comes to. */
export function stepBodies(step: JsonObject, place: string): StepBody[] {
  switch (step.source) {
    case "user":
      return [message("user", step.message, null), ...strayResults(step, [])];
    case "agent":
      return answerBodies(step, place);
    default:
      return [systemBody(step), ...strayResults(step, [])];
  }
}

function message(
  role: "user" | "assistant",
  content: Json | undefined,
  model: string | null,
): StepBody {
  const attachments = partsOf(content).flatMap(({ source }) => {
    if (!isObject(source)) return [];
    const uri = asText(source.path ?? source.url) || null;
    return [{ media_type: asText(source.media_type), base64: null, uri }];
  });
  return { kind: "message", role, actor: role, text: textOf(content), model, attachments };
}

function systemBody(step: JsonObject): StepBody {
  const extra = isObject(step.extra) ? step.extra : {};
  const text = textOf(step.message);
  const actor = "system";
  if (extra.kind === "compaction") {
    const trigger = extra.trigger === "auto" || extra.trigger === "manual" ? extra.trigger : null;
    return { kind: "compaction", actor, trigger, summary: text, kept: [] };
  }
  if (extra.kind === "error") {
    return { kind: "error", actor, code: asText(extra.code) || null, text };
  }
  return { kind: "injected", actor, text };
}

function answerBodies(step: JsonObject, place: string): StepBody[] {
  const model = asText(step.model_name) || null;
  const bodies: StepBody[] = [];
  const actor = "assistant";
  if (typeof step.reasoning_content === "string") {
    bodies.push({ kind: "reasoning", actor, text: step.reasoning_content, sealed: false });
  }
  const reply = message("assistant", step.message, model);
  if (reply.kind === "message" && (reply.text !== "" || reply.attachments.length > 0)) {
    bodies.push(reply);
  }
  const calls = Array.isArray(step.tool_calls) ? step.tool_calls.filter(isObject) : [];
  const ids = calls.map((call, at) => asText(call.tool_call_id) || `${place}-call-${at + 1}`);
  for (const [at, call] of calls.entries()) {
    const input = isObject(call.arguments) ? { ...call.arguments } : asText(call.arguments);
    const name = asText(call.function_name);
    bodies.push({ kind: "tool_call", actor, call_id: ids[at] ?? "", name, arguments: input });
  }
  bodies.push(...strayResults(step, ids));
  const usage = isObject(step.metrics) ? usageBody(step.metrics, model) : null;
  return usage === null ? bodies : [...bodies, usage];
}

/** Results by the call they name; a single one that names none answers the last call of its step. */
function strayResults(step: JsonObject, calls: readonly string[]): StepBody[] {
  const observation = isObject(step.observation) ? step.observation : {};
  const results = Array.isArray(observation.results) ? observation.results.filter(isObject) : [];
  const extra = isObject(step.extra) ? step.extra : {};
  const failed = Array.isArray(extra.failed_calls) ? extra.failed_calls : [];
  return results.map((result): StepBody => {
    const named = asText(result.source_call_id);
    const only = results.length === 1 ? calls.at(-1) : undefined;
    const call_id = calls.includes(named) ? named : only;
    const content = textOf(result.content);
    if (call_id === undefined) return { kind: "injected", actor: "system", text: content };
    const ok = !failed.includes(call_id);
    return { kind: "tool_result", actor: "tool", call_id, ok, content, attachments: [] };
  });
}

function usageBody(metrics: JsonObject, model: string | null): StepBody | null {
  const extra = isObject(metrics.extra) ? metrics.extra : {};
  const prompt = tokens(metrics.prompt_tokens);
  const cache_read = tokens(metrics.cached_tokens);
  const cache_write = tokens(extra.cache_write_tokens);
  const output = tokens(metrics.completion_tokens);
  if (prompt + output === 0) return null;
  return {
    kind: "usage",
    actor: "assistant",
    model,
    input_uncached: Math.max(0, prompt - cache_read - cache_write),
    cache_read,
    cache_write,
    output,
    reasoning: tokens(extra.reasoning_tokens),
  };
}

function tokens(value: Json | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** A message is a text, or since version 1.6 a list of parts. */
function partsOf(content: Json | undefined): JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function textOf(content: Json | undefined): string {
  if (!Array.isArray(content)) return asText(content);
  return partsOf(content)
    .map(({ text }) => asText(text))
    .join("");
}
