import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { describeChange } from "../../../handoff/item-change.ts";
import type { LossItem } from "../../../model/loss.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import { lossGroups } from "../loss-groups.ts";
import type { Shown } from "../presenter.ts";

type Output = Shown<"handoff">;
type Conversation = NonNullable<Output["conversation"]>;

/**
 * What arrived: first whether the conversation is complete, then what of it changed or is missing and what
 * was left out around it, then one line for records that are not conversation.
 */
export function conversationLines(output: Output, terminal: Terminal): string[] {
  const { conversation, loss } = output;
  const [bookkeeping, others] = partition(mergeRenames(loss.items, conversation));
  return [
    ...headLines(output, terminal),
    ...lossGroups(others, terminal),
    ...bookkeepingLines(bookkeeping, terminal),
  ];
}

/** All renamed tools as one reason: ten of them would hide what matters more. */
function mergeRenames(
  items: Output["loss"]["items"],
  conversation: Conversation | null,
): readonly LossItem[] {
  const renamed = conversation?.renamed_tools ?? [];
  const reasons = new Set(
    renamed.map(({ from, to }) => describeChange({ kind: "renamed", from, to })),
  );
  const names = renamed.map(({ from, to }) => `${from} → ${to}`).join(", ");
  const why = `${renamed.length === 1 ? "tool" : "tools"} renamed: ${names}`;
  return items.map((item) => (reasons.has(item.why) ? { ...item, why } : item));
}

/** Records that are not conversation, and the rest with the conversation first. */
function partition(items: readonly LossItem[]): readonly [LossItem[], LossItem[]] {
  const inScope = (wanted: LossItem["scope"]) => items.filter(({ scope }) => scope === wanted);
  return [
    inScope("bookkeeping"),
    [...inScope("conversation"), ...inScope(undefined), ...inScope("background")],
  ];
}

function headLines(output: Output, terminal: Terminal): string[] {
  const { conversation, loss, tokens, window } = output;
  const limit = window === null ? "" : ` (the receiver takes about ${formatNumber(window)})`;
  // Lists show how full the agent's context was, with its own instructions and tools: that is more.
  const size = `  size: about ${formatCount(tokens, "token")} of conversation${limit}`;
  if (conversation === null) {
    const counts = `${loss.kept} kept, ${loss.changed} changed, ${loss.summarised} summarised, ${loss.dropped} dropped`;
    return [`${terminal.style("bold", "loss:")} ${counts}`, size];
  }
  const { complete } = conversation;
  const verdict = complete ? "conversation complete" : "conversation incomplete";
  const text = `${verdict}: ${contentsOf(conversation)}`;
  const [first = "", ...rest] = wrap(text, terminal.width, "  ");
  const styled = terminal.style(complete ? "green" : "yellow", verdict);
  return [styled + first.slice(verdict.length), ...rest, size];
}

/** "4 messages, 3 tool calls with their results (3 tools renamed)" */
function contentsOf(conversation: Conversation): string {
  const { summaries, messages, calls, results, changed, missing, renamed_tools } = conversation;
  const parts = [
    ...(summaries > 0 ? ["a summary of the earlier part"] : []),
    formatCount(messages, "message"),
    ...(calls > 0 ? [callsText(calls, results)] : []),
  ];
  const renamedCalls = renamed_tools.reduce((sum, { calls: times }) => sum + times, 0);
  const others = Math.max(0, changed - renamedCalls);
  const remarks = [
    ...(renamed_tools.length > 0 ? [`${formatCount(renamed_tools.length, "tool")} renamed`] : []),
    ...(others > 0 ? [`${formatCount(others, "item")} changed`] : []),
    ...(missing > 0 ? [`${formatNumber(missing)} missing`] : []),
  ];
  return parts.join(", ") + (remarks.length === 0 ? "" : ` (${remarks.join(", ")})`);
}

function callsText(calls: number, results: number): string {
  const text = formatCount(calls, "tool call");
  if (results === calls) return `${text} with ${calls === 1 ? "its result" : "their results"}`;
  return `${text}, ${formatCount(results, "result")}`;
}

function bookkeepingLines(items: readonly LossItem[], terminal: Terminal): string[] {
  if (items.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { why, count: times = 1 } of items) counts.set(why, (counts.get(why) ?? 0) + times);
  const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const reasons = [...counts].map(([why, times]) => `${printable(why)} (${formatNumber(times)})`);
  const head = all === 1 ? "1 record is" : `${formatNumber(all)} records are`;
  const text = `${head} not conversation: ${reasons.join(", ")}`;
  return wrap(text, terminal.width - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`));
}
