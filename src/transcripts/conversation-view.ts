import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { answerTo, isQuestion } from "./digest/answers.ts";
import { isNumbered, type NumberedItem } from "./item-numbers.ts";
import { mainArgument } from "./main-argument.ts";
import type { ToolTable } from "./tool-names.ts";

type ToolResult = Extract<TranscriptItem, { kind: "tool_result" }>;

/** Which part of a conversation to show. */
export interface ViewOptions {
  /** Number of the first item; null for the newest `limit` items. */
  readonly from: number | null;
  readonly limit: number;
  /** The beginning of the id of the first item, in place of its number. */
  readonly item?: string | undefined;
  /** Whether readable thinking of the model is part of it. */
  readonly thinking: boolean;
}

/** Who wrote a message in the user's place: a background task, a teammate, or a command or skill. */
export const senderField = () => ({
  sender: z.enum(["task", "teammate", "prompt", "context"]).optional(),
});

/** One item of a conversation for a reader; a tool call contains its result. */
const viewItemSchema = () =>
  z.object({
    /** Counted from 1 through the conversation. */
    number: z.number(),
    kind: z.enum(["user", "assistant", "thinking", "tool", "summary", "file", "error"]),
    at: z.string().nullable(),
    ...senderField(),
    /** The message; of a tool call its main argument, of a changed file its path. */
    text: z.string(),
    tool: z
      .object({
        name: z.string(),
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
        /** Null while no result was recorded. */
        ok: z.boolean().nullable(),
        result: z.string().nullable(),
        /** What the user answered to a tool that asks; null for every other. */
        answer: z.string().nullable(),
      })
      .nullable(),
    diff: z.string().nullable(),
  });

/** One item of a conversation for a reader; a tool call contains its result. */
export type ViewItem = z.infer<ReturnType<typeof viewItemSchema>>;

/** A part of a conversation, and how much there is besides. */
export const conversationViewSchema = () =>
  z.object({
    total: z.number(),
    items: z.array(viewItemSchema()).readonly(),
    /** Items that are not part of the conversation that was continued. */
    hidden: z.object({ sub_agents: z.number(), branches: z.number(), thinking: z.number() }),
  });

/** A part of a conversation, and how much there is besides. */
export type ConversationView = z.infer<ReturnType<typeof conversationViewSchema>>;

/**
 * Reads a conversation once and keeps only the part to show, so that a long one costs no memory. The path
 * that was continued is shown; rewound paths and sub-agents are counted.
 */
export async function viewConversation(
  items: AsyncIterable<TranscriptItem>,
  tools: ToolTable,
  { from: number, limit, item: cited, thinking }: ViewOptions,
): Promise<ConversationView> {
  let from = number;
  const isFirst = ({ id }: TranscriptItem) => cited !== undefined && id.startsWith(cited);
  const isBefore = () => cited !== undefined && from === null;
  const kept: Shown[] = [];
  // Calls whose result may still follow: parallel calls are all written before their results.
  const open = new Map<string, Shown>();
  const hidden = { sub_agents: 0, branches: 0, thinking: 0 };
  let total = 0;
  for await (const item of items) {
    if (item.thread !== null) hidden.sub_agents++;
    else if (item.branch !== null || item.kind === "branch") hidden.branches++;
    else if (item.kind === "tool_result") {
      const call = attachResult(open, item);
      if (call === undefined || !isBefore() || !isFirst(item)) continue;
      from = call.number;
      kept.push(call);
    } else if (item.kind === "reasoning" && !thinking) hidden.thinking++;
    else if (isShown(item)) {
      total++;
      if (isBefore() && isFirst(item)) from = total;
      if (from !== null && (total < from || total >= from + limit)) continue;
      const shown: Shown = { number: total, item, result: null };
      if (item.kind === "tool_call") open.set(item.call_id, shown);
      if (isBefore()) continue;
      kept.push(shown);
      if (kept.length > limit) forget(open, kept.shift());
    }
  }
  if (isBefore()) throw noItem(cited);
  return { total, items: kept.map((each) => viewOf(each, tools)), hidden };
}

type ShownItem = NumberedItem | Extract<TranscriptItem, { kind: "reasoning" }>;

interface Shown {
  readonly number: number;
  readonly item: ShownItem;
  result: ToolResult | null;
}

function isShown(item: TranscriptItem): item is ShownItem {
  return isNumbered(item) || (item.kind === "reasoning" && item.text.trim() !== "");
}

/** The refusal of a citation of something that is not there. */
export function noItem(item: string | undefined): HoldallError {
  return new HoldallError(
    "E_NOT_FOUND",
    `Cannot show item "${item}": the session has none with this id`,
  );
}

/** Gives a call its result; returns the call, if it is still wanted. */
function attachResult(open: Map<string, Shown>, result: ToolResult): Shown | undefined {
  const call = open.get(result.call_id);
  if (call !== undefined) call.result ??= result;
  open.delete(result.call_id);
  return call;
}

/** A call that left the window needs no result any more. */
function forget(open: Map<string, Shown>, shown: Shown | undefined): void {
  if (shown?.item.kind === "tool_call") open.delete(shown.item.call_id);
}

function senderOf({ sender }: Extract<ShownItem, { kind: "message" }>) {
  return sender === undefined ? {} : { sender };
}

function viewOf({ number, item, result }: Shown, tools: ToolTable): ViewItem {
  const common = { number, at: item.at, tool: null, diff: null };
  switch (item.kind) {
    case "message":
      return { ...common, kind: item.role, text: item.text, ...senderOf(item) };
    case "reasoning":
      return { ...common, kind: "thinking", text: item.text };
    case "compaction":
      return { ...common, kind: "summary", text: item.summary ?? "(cannot be read)" };
    case "file_change":
      return { ...common, kind: "file", text: `${item.change} ${item.path}`, diff: item.diff };
    case "error":
      return { ...common, kind: "error", text: item.text };
    case "tool_call": {
      const answer = result !== null && isQuestion(item) ? answerTo(result) : null;
      const outcome = { ok: result?.ok ?? null, result: result?.content ?? null, answer };
      const tool = { name: item.name, arguments: item.arguments, ...outcome };
      return { ...common, kind: "tool", text: mainArgument(item, tools), tool };
    }
    default:
      return item satisfies never;
  }
}
