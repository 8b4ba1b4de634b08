/**
 * The first half of rendering, common to all APIs: items become segments in the order of the
 * conversation. References become texts, each group of calls gets exactly one result per call (a
 * missing one is filled in, an orphaned one is dropped and recorded), and invisible characters are
 * removed. The second half, per API, only arranges segments.
 */

import type { JsonObject } from "../base/json/value.ts";
import { removeHiddenText } from "../base/text/invisible.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import type { ContextItem, ContextItemType, messageRoles } from "../model/context-items.ts";
import { actorPrefix } from "./actor-prefix.ts";
import { checkItemLengths, checkTextLength } from "./content-limit.ts";
import type { RenderInput, RenderOptions, RenderReset } from "./provider.ts";
import {
  artifactText,
  fileText,
  handoffText,
  omittedText,
  type ReferenceText,
  sideEffectText,
  stateText,
  summaryText,
} from "./reference-text.ts";
import {
  type CallGroup,
  type CallRules,
  createCallNames,
  groupCalls,
  type ToolResultItem,
} from "./tool-calls.ts";

/** The role of a text. */
export type Role = (typeof messageRoles)[number];

/** A call as it is sent. */
export interface Call {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model produced them: an object, or a text that is not one. */
  readonly arguments: string | JsonObject;
}

/** A result as it is sent. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

/**
 * A part of a context as every API sees it: a text, or calls made together with all their results.
 */
export type Segment =
  | { readonly kind: "text"; readonly role: Role; readonly text: string }
  | {
      readonly kind: "calls";
      readonly calls: readonly Call[];
      readonly results: readonly Result[];
    };

/** A context in segments, and what could not be expressed. */
export interface Segmented {
  readonly segments: readonly Segment[];
  /** Grows while an API turns the segments into a request. */
  readonly resets: RenderReset[];
}

/** Text in place of a result that was not recorded. */
const NO_RESULT = "(no result was recorded)";
const UNAVAILABLE = "(the result is unavailable)";

/** What comes before the conversation itself. */
const preambleTypes: ReadonlySet<ContextItemType> = new Set([
  "state_ref",
  "handoff_bundle_ref",
  "summary_ref",
]);

/**
 * Turns items into segments: references become texts, results join their calls, the state comes
 * first.
 */
export async function segmentsOf(
  input: RenderInput,
  options: RenderOptions,
  rules: CallRules,
): Promise<Segmented> {
  checkItemLengths(input.items);
  const resets: RenderReset[] = [];
  const speak = createTextRenderer(input, options, resets);
  const answer = createCallRenderer(input, rules, resets);
  const { groups, orphans } = groupCalls(input.items);
  const segments: Segment[] = [];
  const items = stateFirst(input.items);
  const afterGap = items.find(({ type }) => !preambleTypes.has(type));
  for (const item of items) {
    if (input.omitted && item === afterGap) {
      segments.push({ kind: "text", role: "system", text: omittedText(input.omitted) });
    }
    if (orphans.has(item) && item.type === "tool_result") resets.push(orphaned(item));
    const group = groups.get(item);
    if (group) segments.push(await answer(group));
    const text = await speak(item);
    if (text !== null)
      segments.push({ kind: "text", role: roleOf(item), text: checkTextLength(text) });
  }
  return { segments: segments.map((segment) => withoutHiddenText(segment, resets)), resets };
}

/**
 * A segment without characters that only the model would see. Done here, because every request
 * passes here.
 */
function withoutHiddenText(segment: Segment, resets: RenderReset[]): Segment {
  const clean = (text: string, input: RenderReset["input"], ref?: JsonObject) => {
    const { text: visible, removed } = removeHiddenText(text);
    if (removed === 0) return text;
    resets.push({ input, action: "trimmed", reason: "hidden_text", ...(ref ? { ref } : {}) });
    return visible;
  };
  if (segment.kind === "text") return { ...segment, text: clean(segment.text, "message") };
  const calls = segment.calls.map((call): Call => {
    const input = call.arguments;
    const isText = typeof input === "string";
    // As JSON, so that keys are checked too; hidden characters are not part of its syntax.
    const before = isText ? input : JSON.stringify(input);
    const after = clean(before, "tool_call", { call_id: call.id });
    if (after === before) return call;
    return { ...call, arguments: isText ? after : JSON.parse(after) };
  });
  const results = segment.results.map((result) => ({
    ...result,
    text: clean(result.text, "tool_result", { call_id: result.id }),
  }));
  return { kind: "calls", calls, results };
}

function stateFirst(items: readonly ContextItem[]): readonly ContextItem[] {
  const isState = ({ type }: ContextItem) => type === "state_ref";
  return [...items.filter(isState), ...items.filter((item) => !isState(item))];
}

function roleOf(item: ContextItem): Role {
  return item.type === "message" ? item.role : "system";
}

/** The text of an item; null for calls and results, which are rendered as groups. */
function createTextRenderer(input: RenderInput, options: RenderOptions, resets: RenderReset[]) {
  const prefixOf = actorPrefix(input.items, options, resets);
  const keep = ({ text, reset }: ReferenceText) => {
    if (reset) resets.push(reset);
    return text;
  };
  return async (item: ContextItem): Promise<string | null> => {
    switch (item.type) {
      case "message":
        return `${prefixOf(item)}${item.content}${isInterrupted(item) ? " [interrupted]" : ""}`;
      case "summary_ref":
        return summaryText(item, input);
      case "handoff_bundle_ref":
        return handoffText(item, input);
      case "state_ref":
        return stateText(item, input);
      case "artifact_ref":
        return keep(await artifactText(item, input, options.inlineBytes ?? 0));
      case "file_ref":
        return keep(fileText(item));
      case "tool_side_effect_ref":
        return keep(sideEffectText(item));
      case "tool_call":
      case "tool_result":
        return null;
      default:
        return item satisfies never;
    }
  };
}

function isInterrupted({ role, status }: Extract<ContextItem, { type: "message" }>): boolean {
  return role === "assistant" && status != null && status !== "completed";
}

/** Turns a group into a segment in which every call has exactly one result, as all APIs require. */
function createCallRenderer(input: RenderInput, rules: CallRules, resets: RenderReset[]) {
  const nameCall = createCallNames(rules, resets);
  return async ({ calls, answers }: CallGroup): Promise<Segment> => {
    const sent = new Map(calls.map((call) => [call, nameCall(call)]));
    const results: Result[] = [];
    for (const { call, result } of answers) {
      const names = sent.get(call) ?? nameCall(call);
      const text = checkTextLength(await resultText(result, input, resets));
      results.push({ ...names, ok: result.ok, text });
    }
    const answered = new Set(answers.map(({ call }) => call));
    for (const [call, names] of sent) {
      if (answered.has(call)) continue;
      const ref = { call_id: call.call_id };
      resets.push({ input: "tool_call", action: "replaced", reason: "result_unavailable", ref });
      results.push({ ...names, ok: false, text: NO_RESULT });
    }
    const named = [...sent].map(([call, names]) => ({ ...names, arguments: call.arguments }));
    return { kind: "calls", calls: named, results };
  };
}

async function resultText(
  result: ToolResultItem,
  input: RenderInput,
  resets: RenderReset[],
): Promise<string> {
  const text = result.content ?? (await artifactContent(result, input, resets));
  return result.truncated ? `${text}\n[truncated]` : text;
}

async function artifactContent(
  { artifact_id, call_id }: ToolResultItem,
  input: RenderInput,
  resets: RenderReset[],
): Promise<string> {
  const bytes = artifact_id ? await input.text(artifact_id) : null;
  const text = bytes === null ? null : decodeUtf8(bytes);
  if (text !== null) return text;
  const reason = bytes === null ? "artifact_unavailable" : "artifact_not_text";
  const ref = { call_id, ...(artifact_id ? { artifact_id } : {}) };
  resets.push({ input: "tool_result", action: "replaced", reason, ref });
  return UNAVAILABLE;
}

function orphaned({ call_id }: ToolResultItem): RenderReset {
  return { input: "tool_result", action: "dropped", reason: "call_unavailable", ref: { call_id } };
}
