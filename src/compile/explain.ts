/**
 * Explains a selection: each item with its price and reason, and each range that was left out. The
 * schema is built by a function on first use, because the program starts faster without it.
 */

import * as z from "zod";
import type { Schema } from "../base/schema.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import { excerptLine } from "../base/text/one-line.ts";
import type { ContextItem } from "../model/context-items.ts";
import type { LeftOut, Reset, Selection } from "./strategies/strategy.ts";

const limit = () => z.union([z.string(), z.number()]);

/** One item that went in. */
const itemSchema = () =>
  z.object({
    type: z.string(),
    role: z.string().nullable(),
    seq: z.number().nullable(),
    tokens: z.number(),
    bytes: z.number(),
    why: z.string(),
    /** Its beginning, on one line. */
    excerpt: z.string(),
  });

const leftOutSchema = () =>
  z.object({
    from_seq: z.number(),
    to_seq: z.number(),
    messages: z.number(),
    reason: z.enum(["summarised", "outside_window", "over_budget"]),
    limit: z.string().exactOptional(),
    from_thread_id: z.string().exactOptional(),
    to_thread_id: z.string().exactOptional(),
  }) satisfies Schema<LeftOut>;

const resetSchema = () =>
  z.object({
    input: z.string(),
    action: z.enum(["ignored", "skipped", "dropped", "trimmed", "replaced"]),
    reason: z.string(),
    ref: z.record(z.string(), limit()).exactOptional(),
  }) satisfies Schema<Reset>;

/** What a compile gave to the model, what it did not, and why. */
export const explanationSchema = () =>
  z.object({
    strategy: z.string(),
    reason: z.record(z.string(), z.unknown()).readonly(),
    limits: z.record(z.string(), limit()).readonly(),
    items: z.array(itemSchema()).readonly(),
    left_out: z.array(leftOutSchema()).readonly(),
    resets: z.array(resetSchema()).readonly(),
    totals: z.object({
      items: z.number(),
      tokens: z.number(),
      bytes: z.number(),
      /** Tokens that items may cost; null for a strategy that counts none. */
      available_tokens: z.number().nullable(),
      messages_shown: z.number(),
      messages_left_out: z.number(),
    }),
  });

/** What a compile gave to the model, what it did not, and why. */
export type Explanation = z.infer<ReturnType<typeof explanationSchema>>;
type ExplainedItem = Explanation["items"][number];

/** Explains a selection, for programs. */
export function explainSelection(selection: Selection): Explanation {
  const { strategy, reason, limits, chosen, leftOut, resets } = selection;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    strategy,
    reason,
    limits,
    items: chosen.map(({ item, tokens, bytes, why }) => ({
      type: item.type,
      role: item.type === "message" ? item.role : null,
      seq: item.type === "message" ? (item.thread_seq ?? null) : null,
      tokens,
      bytes,
      why,
      excerpt: excerptLine(previewText(item), 60),
    })),
    left_out: leftOut,
    resets,
    totals: {
      items: chosen.length,
      tokens: sum(chosen.map(({ tokens }) => tokens)),
      bytes: sum(chosen.map(({ bytes }) => bytes)),
      available_tokens: availableTokens(limits),
      messages_shown: chosen.filter(({ item }) => isQuestion(item)).length,
      messages_left_out: sum(leftOut.map(({ messages }) => messages)),
    },
  };
}

/**
 * An explanation in lines for people. Numbers are right-aligned so that costs can be compared down
 * the column.
 */
export function explanationLines(explanation: Explanation): readonly string[] {
  const { items, left_out, resets, totals, strategy, reason } = explanation;
  const { available_tokens: available } = totals;
  const of = available === null ? "" : ` of ${formatNumber(available)}`;
  const size = `${formatCount(totals.items, "item")}, ${formatNumber(totals.tokens)}${of} tokens`;
  const cause = String(reason.cause);
  return [
    `Selected ${size}, with ${strategy}: ${causes[cause] ?? cause}`,
    "Included:",
    ...items.map(itemLine),
    ...section("Left out:", left_out.map(leftOutLine)),
    ...section("Not used:", resets.map(resetLine)),
  ];
}

/** What the strategy found, in words. */
const causes: Readonly<Record<string, string>> = {
  no_compaction_checkpoint: "the conversation has no summaries",
  no_supported_compaction_checkpoint: "no summary can be used",
  compaction_checkpoint: "a summary replaces older messages",
  compaction_checkpoint_hierarchy: "summaries replace older messages",
  compaction_checkpoint_over_budget: "the newest summary is larger than its share of the budget",
  strategy_requested: "summaries are not used by this strategy",
};

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function itemLine({ type, role, seq, tokens, why, excerpt: beginning }: ExplainedItem): string {
  const place = seq === null ? "" : ` #${seq}`;
  return `  ${String(tokens).padStart(7)}  ${role ?? type}${place}: ${beginning} (${why})`;
}

function leftOutLine({ messages, from_seq, to_seq, reason, limit }: LeftOut): string {
  const noun = messages === 1 ? "message" : "messages";
  const because = limit === undefined ? reason : `${reason}, ${limit}`;
  return `  ${messages} ${noun}, seq ${from_seq} to ${to_seq}: ${because} (${meanings[reason]})`;
}

const meanings: Readonly<Record<LeftOut["reason"], string>> = {
  summarised: "replaced by a summary",
  outside_window: "older than what the strategy takes",
  over_budget: "no space in the budget",
};

function resetLine({ input, action, reason, ref }: Reset): string {
  const which = Object.entries(ref ?? {}).map(([key, value]) => `${key} ${value}`);
  return `  ${input} ${action}: ${[reason, ...which].join(", ")}`;
}

/** Cut before it is put on one line: a message may be megabytes, and sixty characters are shown. */
function previewText(item: ContextItem): string {
  switch (item.type) {
    case "message":
      return item.content.slice(0, 500);
    case "summary_ref":
    case "handoff_bundle_ref":
    case "artifact_ref":
      return item.note ?? item.artifact_id;
    case "file_ref":
      return item.path;
    case "tool_side_effect_ref":
      return item.affected_paths?.slice(0, 20).join(", ") ?? "unknown paths";
    case "tool_call":
      return item.name;
    case "tool_result":
      return (item.content ?? item.artifact_id ?? "").slice(0, 500);
    case "state_ref":
      return item.note ?? item.state_hash;
    default:
      return item satisfies never;
  }
}

function isQuestion(item: ContextItem): boolean {
  return item.type === "message" && item.role === "user";
}

/** Only the default strategy records token limits; the window strategies count messages. */
function availableTokens(limits: Selection["limits"]): number | null {
  const max = limits.max_input_tokens;
  if (typeof max !== "number") return null;
  return max - Number(limits.reserved_output_tokens ?? 0) - Number(limits.tool_tokens ?? 0);
}
