import * as z from "zod";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import type { LossItem } from "../model/loss.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";

/** What arrived of a conversation, as other programs rely on it. */
export const conversationReportSchema = z.object({
  /** Whether every message, tool call and result in force arrived, and nothing of an unknown kind exists. */
  complete: z.boolean(),
  messages: z.number(),
  calls: z.number(),
  results: z.number(),
  /** Summaries that the source agent wrote when it compacted the earlier conversation. */
  summaries: z.number(),
  /** Items that arrived in another form, such as a renamed tool or a replaced secret. */
  changed: z.number(),
  /** Items in force that did not arrive, and records of unknown kinds. */
  missing: z.number(),
  /** Messages and calls that are in force, whether they arrived or not. */
  in_force: z.object({ messages: z.number(), calls: z.number() }),
  /** Records that may be part of the conversation, because nobody knows their kind; none arrived. */
  unknown_kinds: z.array(z.object({ kind: z.string(), records: z.number() })).readonly(),
  renamed_tools: z
    .array(z.object({ from: z.string(), to: z.string(), calls: z.number() }))
    .readonly(),
});
/** What arrived of a conversation. */
export type ConversationReport = Readonly<z.infer<typeof conversationReportSchema>>;

/** Counts the items that arrive. */
export interface ConversationCounter {
  add(item: ConversationItem): void;
  /** Counts an item in force that does not arrive. */
  leave(item: Pick<ConversationItem, "kind">): void;
  /** Notes that a call arrives under another name. */
  rename(from: string, to: string): void;
  /** The report, given everything that was lost. */
  report(losses: readonly LossItem[]): ConversationReport;
  /** An estimate, by the bytes of the texts. */
  tokens(): number;
}

/** Begins counting. */
export function countConversation(): ConversationCounter {
  const counts = { messages: 0, calls: 0, results: 0, summaries: 0 };
  const left = { messages: 0, calls: 0, results: 0, summaries: 0 };
  const renames = new Map<string, { from: string; to: string; calls: number }>();
  let bytes = 0;
  return {
    add(item) {
      counts[COUNTED_AS[item.kind]]++;
      bytes += textBytesOf(item);
    },
    leave({ kind }) {
      left[COUNTED_AS[kind]]++;
    },
    rename(from, to) {
      const known = renames.get(`${from}\0${to}`);
      if (known === undefined) renames.set(`${from}\0${to}`, { from, to, calls: 1 });
      else known.calls++;
    },
    report(losses) {
      const changed = sumOf(losses, ["changed"]);
      const missing = sumOf(losses, ["dropped", "summarised"]);
      const renamed_tools = [...renames.values()];
      const unknown_kinds = countUnknownKinds(losses);
      const in_force = {
        messages: counts.messages + left.messages,
        calls: counts.calls + left.calls,
      };
      const complete = missing === 0;
      return { complete, ...counts, changed, missing, in_force, unknown_kinds, renamed_tools };
    },
    tokens: () => Math.ceil(bytes / BYTES_PER_TOKEN),
  };
}

const COUNTED_AS = {
  message: "messages",
  tool_call: "calls",
  tool_result: "results",
  compaction: "summaries",
} as const;

function countUnknownKinds(losses: readonly LossItem[]): ConversationReport["unknown_kinds"] {
  const counts = new Map<string, number>();
  for (const { unknown_kind: kind, count = 1 } of losses) {
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([kind, records]) => ({ kind, records }));
}

function sumOf(losses: readonly LossItem[], kinds: readonly LossItem["kind"][]): number {
  return losses
    .filter(({ kind, scope }) => scope === "conversation" && kinds.includes(kind))
    .reduce((sum, { count = 1 }) => sum + count, 0);
}
