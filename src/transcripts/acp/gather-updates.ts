import { buildItems, type ItemBody, parseTime } from "../../agents/build-items.ts";
import { boundDepth } from "../../agents/records/bound-depth.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { LossItem } from "../../model/loss.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { ToolTable } from "../tool-names.ts";
import { type Content, readBlock } from "./content.ts";
import { readShownCall } from "./shown-call.ts";
import { describeLosses, type ShownCounts } from "./shown-losses.ts";
import { learnTools } from "./tool-table.ts";

/** A session that a server of the Agent Client Protocol showed, as a transcript. */
export interface ShownConversation {
  readonly items: readonly TranscriptItem[];
  /** The tools that several agents have, as far as its calls show them. */
  readonly tools: ToolTable;
  readonly title: string | null;
  readonly losses: readonly LossItem[];
}

/** Gathers what a server shows of a session, update by update. */
export interface UpdateGatherer {
  add(update: JsonObject): void;
  /** The conversation; `server` is what its items name as their source. */
  result(server: string): ShownConversation;
}

type Role = "user" | "assistant" | "thought";
const ROLES: ReadonlyMap<Json | undefined, Role> = new Map([
  ["user_message_chunk", "user"],
  ["agent_message_chunk", "assistant"],
  ["agent_thought_chunk", "thought"],
]);
/** Updates for the editor, which are no part of a conversation. */
const INTERNAL: ReadonlySet<Json | undefined> = new Set([
  "available_commands_update",
  "current_mode_update",
  "current_model_update",
  "config_option_update",
  "session_info_update",
  "usage_update",
  "plan",
]);

/** A message, a thought, a call, or something else, at the place where it was shown first. */
type Entry = { readonly number: number; readonly type: string; at: string | null } & (
  | {
      readonly kind: "text";
      readonly role: Role;
      readonly message: string | null;
      parts: Content[];
    }
  | { readonly kind: "call"; readonly call_id: string; shown: JsonObject }
  | { readonly kind: "other" }
);

/** Starts to gather the updates of one session. */
export function gatherUpdates(): UpdateGatherer {
  const entries: Entry[] = [];
  const calls = new Map<string, Extract<Entry, { kind: "call" }>>();
  let title: string | null = null;
  let number = 0;
  return {
    add(update) {
      number++;
      boundDepth(update);
      const { sessionUpdate, toolCallId: call_id } = update;
      const type = typeof sessionUpdate === "string" ? sessionUpdate.slice(0, 100) : "(none)";
      const common = { number, type, at: timeOf(update) };
      const role = ROLES.get(type);
      if (role !== undefined) return addText(entries, { ...common, role }, update);
      if (type === "session_info_update" && typeof update.title === "string") title = update.title;
      if (!/^tool_call(?:_update)?$/.test(type) || typeof call_id !== "string") {
        entries.push({ ...common, kind: "other" });
        return;
      }
      const known = calls.get(call_id);
      // Some models give a later call the id of an earlier one.
      const isAnother = type === "tool_call" && isFinished(known?.shown);
      if (known !== undefined && !isAnother) known.shown = mergeCall(known.shown, update);
      else {
        const entry = { ...common, kind: "call" as const, call_id, shown: update };
        calls.set(call_id, entry);
        entries.push(entry);
      }
    },
    result: (server) => ({ ...readEntries(entries, server), title }),
  };
}

function addText(
  entries: Entry[],
  { role, ...common }: { number: number; type: string; at: string | null; role: Role },
  { content, messageId }: JsonObject,
): void {
  const part = readBlock(content);
  const message = typeof messageId === "string" ? messageId : null;
  const last = entries.at(-1);
  // Without an id, pieces of one answer look like answers; prompts are shown in one piece.
  const isSame = last?.kind === "text" && last.role === role && last.message === message;
  if (isSame && (message !== null || role !== "user")) last.parts.push(part);
  else entries.push({ ...common, kind: "text", role, message, parts: [part] });
}

function isFinished(shown: JsonObject | undefined): boolean {
  return shown?.status === "completed" || shown?.status === "failed";
}

/** Members of a later update replace those of an earlier one. */
function mergeCall(earlier: JsonObject, later: JsonObject): JsonObject {
  const present = Object.entries(later).filter(([, value]) => value !== null);
  const merged = { ...earlier, ...Object.fromEntries(present) };
  // Not every update repeats the name of the tool.
  if (isObject(earlier._meta) && isObject(later._meta))
    merged._meta = { ...later._meta, ...earlier._meta };
  // A title at the end may say what was done; the one at the beginning is the name.
  if (typeof earlier.title === "string") merged.title = earlier.title;
  return merged;
}

/** Some servers add the time. */
function timeOf({ _meta }: JsonObject): string | null {
  return isObject(_meta) ? parseTime(_meta.timestamp) : null;
}

function readEntries(entries: readonly Entry[], server: string): Omit<ShownConversation, "title"> {
  const items: TranscriptItem[] = [];
  const tools = learnTools();
  const counts: ShownCounts = {
    messages: 0,
    undated: 0,
    thoughts: 0,
    unnamed: 0,
    withoutArguments: 0,
    replacedResults: 0,
    calls: 0,
  };
  for (const entry of entries) {
    const bodies = bodiesOf(entry, tools, counts);
    if (entry.at === null) counts.undated += bodies.length;
    const source = { file: server, line: entry.number, type: entry.type };
    const parent = items.at(-1)?.id ?? null;
    const origin = { id: `u${entry.number}`, parent, at: entry.at, source };
    items.push(...buildItems({ ...origin, thread: null, branch: null }, bodies));
  }
  return { items, tools: tools.table(), losses: describeLosses(server, counts) };
}

function bodiesOf(
  entry: Entry,
  tools: ReturnType<typeof learnTools>,
  counts: ShownCounts,
): readonly ItemBody[] {
  if (entry.kind === "other") {
    return [INTERNAL.has(entry.type) ? { kind: "opaque" } : { kind: "opaque", is_unknown: true }];
  }
  if (entry.kind === "text") return textBodies(entry, counts);
  const call = readShownCall(entry.call_id, entry.shown);
  tools.add(call);
  counts.calls++;
  if (call.faults.isUnnamed) counts.unnamed++;
  if (call.faults.hasNoArguments) counts.withoutArguments++;
  if (call.faults.isResultReplaced) counts.replacedResults++;
  return call.bodies;
}

/** How agents frame what their program adds in the user's place: several agents, and Gemini CLI. */
const FRAMES = ["system-reminder", "session_context"];
/** What Gemini CLI shows in the user's place for a result, which it shows with its call as well. */
const RESULT_SIGN = /^\[Function Response: [\w.:-]{1,100}\]$/;

function isOfProgram(text: string): boolean {
  const trimmed = text.trim();
  if (RESULT_SIGN.test(trimmed)) return true;
  return FRAMES.some((name) => trimmed.startsWith(`<${name}>`) && trimmed.endsWith(`</${name}>`));
}

function textBodies(
  { role, parts }: Extract<Entry, { kind: "text" }>,
  counts: ShownCounts,
): readonly ItemBody[] {
  const text = parts.map((part) => part.text).join("");
  const attachments = parts.flatMap((part) => part.attachments);
  if (text === "" && attachments.length === 0) return [];
  if (role === "thought") {
    counts.thoughts++;
    return [{ kind: "reasoning", text, sealed: false }];
  }
  const isAdded = role === "user" && (isQuotedContext(text) || isOfProgram(text));
  if (isAdded) return [{ kind: "injected", text }];
  counts.messages++;
  return [{ kind: "message", role, text, model: null, attachments }];
}
