import claude from "../../src/agents/claude/claude.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import type { CompactionRule } from "./agent-compactions.ts";
import type { PlantedSession } from "./planted-session.ts";
import { prepareHandoff } from "./prepare-handoff.ts";

/** How much of what was planted a receiver gets. */
export interface HandoffScore {
  readonly found: number;
  readonly planted: number;
  /** By the counter that budgets are kept with. */
  readonly tokens: number;
}

/** Scores our handoff: the note and the conversation that a receiver gets within a budget. */
export async function scoreHandoff(
  session: PlantedSession,
  budget: number | null,
): Promise<HandoffScore> {
  const handoff = await prepareHandoff({
    session: { header: session.header, items: () => streamOf(session.items) },
    sourceAgent: claude,
    receiver: claude,
    transfer: "translation",
    isConversation: true,
    since: null,
    until: null,
    budget,
    thinking: false,
    redact: true,
    map: [],
    losses: [],
    now: new Date("2026-01-06T09:00:00Z"),
    changedSince: async () => [],
  });
  const carried = await Array.fromAsync(handoff.items());
  return score(session, [handoff.note, ...carried.map(textOf)]);
}

/** Scores what people do by hand: the last messages, as many as fit the budget. */
export async function scoreLastMessages(
  session: PlantedSession,
  budget: number,
): Promise<HandoffScore> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const texts: string[] = [];
  let left = budget;
  for (const item of session.items.toReversed()) {
    if (item.kind !== "message") continue;
    const text = textOf(item);
    left -= counter.count(text);
    if (left < 0) break;
    texts.unshift(text);
  }
  return score(session, texts);
}

/** Scores what an agent goes on with after its own compaction: a summary, and what it keeps by rule. */
export async function scoreCompaction(
  session: PlantedSession,
  { keep }: Pick<CompactionRule, "keep">,
  summary: string,
): Promise<HandoffScore> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const kept = keep(session.items, (text) => counter.count(text));
  return score(session, [summary, ...kept.map(textOf)]);
}

async function* streamOf(items: readonly TranscriptItem[]): AsyncGenerator<TranscriptItem> {
  yield* items;
}

async function score({ facts }: PlantedSession, texts: readonly string[]): Promise<HandoffScore> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const found = facts.filter(({ text }) => texts.some((each) => each.includes(text)));
  const tokens = texts.reduce((sum, text) => sum + counter.count(text), 0);
  return { found: found.length, planted: facts.length, tokens };
}

/** What a model reads of an item. */
export function textOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "message":
      return item.text;
    case "tool_call":
      return `${item.name} ${Object.values(item.arguments).join(" ")}`;
    case "tool_result":
      return item.content;
    case "compaction":
      return item.summary ?? "";
    default:
      return "";
  }
}
