import type { TranscriptItem } from "../../src/model/transcript.ts";
import { textOf } from "./handoff-quality.ts";

/** What an agent keeps unchanged when it compacts a session; a model's summary replaces the rest. */
export interface CompactionRule {
  readonly agent: string;
  /** The rule in words. */
  readonly keeps: string;
  keep(
    items: readonly TranscriptItem[],
    count: (text: string) => number,
  ): readonly TranscriptItem[];
}

/** The rules of the agents at their defaults and for a large context, in the versions that the agent tests pin. */
export const compactionRules: readonly CompactionRule[] = [
  {
    agent: "claude",
    keeps: "the last round",
    keep: (items) => items.slice(lastRound(items)),
  },
  {
    agent: "codex",
    keeps: "the newest user messages, 20,000 tokens",
    keep: (items, count) => {
      const asked = items.filter((item) => item.kind === "message" && item.role === "user");
      return asked.slice(startWithin(asked, 20_000, count));
    },
  },
  {
    agent: "gemini",
    keeps: "from the first user message that 70 % of the session's length stand before",
    keep: (items) => items.slice(questionAfter(items, 0.7)),
  },
  // Kilo Code is made from opencode.
  ...(["opencode", "kilo"] as const).map(
    (agent): CompactionRule => ({
      agent,
      keeps: "the newest messages, 15,000 tokens, and never the whole session",
      keep: (items, count) => {
        const start = nextMessage(items, startWithin(items, 15_000, count));
        return start === 0 ? [] : items.slice(start);
      },
    }),
  ),
  {
    agent: "pi",
    keeps: "the newest 20,000 tokens, with the message that they begin in",
    keep: (items, count) =>
      items.slice(messageAround(items, startWithin(items, 19_999, count) - 1)),
  },
  {
    agent: "qwen",
    keeps: "nothing",
    keep: () => [],
  },
  {
    agent: "goose",
    keeps: "nothing",
    keep: () => [],
  },
  {
    agent: "kimi",
    keeps: "the user messages, 20,000 tokens: the first 2,000 and the newest",
    keep: (items, count) => {
      const asked = items.filter(isQuestion);
      const start = startWithin(asked, 18_000, count);
      const end = asked.slice(0, start).findIndex((_, at) => {
        return asked.slice(0, at + 1).reduce((sum, item) => sum + count(textOf(item)), 0) > 2000;
      });
      return [...asked.slice(0, end === -1 ? start : end), ...asked.slice(start)];
    },
  },
  {
    agent: "grok",
    keeps: "the first user message",
    keep: (items) => items.filter(isQuestion).slice(0, 1),
  },
  {
    agent: "copilot",
    keeps: "all user messages",
    keep: (items) => items.filter(isQuestion),
  },
];

/** What the agent said and called last, with what came back. */
function lastRound(items: readonly TranscriptItem[]): number {
  let start = items.length - 1;
  while (start > 0 && items[start]?.kind !== "message") start--;
  return Math.max(0, start);
}

/** Place of the first of the newest items that fit a number of tokens. */
function startWithin(
  items: readonly TranscriptItem[],
  tokens: number,
  count: (text: string) => number,
): number {
  let start = items.length;
  let left = tokens;
  for (const item of items.toReversed()) {
    left -= count(textOf(item));
    if (left < 0) break;
    start--;
  }
  return start;
}

/** The first user message after a share of the session; a session that ends in an answer may have none. */
function questionAfter(items: readonly TranscriptItem[], share: number): number {
  const sizes = items.map((item) => textOf(item).length);
  const wanted = sizes.reduce((sum, size) => sum + size, 0) * share;
  let before = 0;
  for (const [place, item] of items.entries()) {
    if (before >= wanted && isQuestion(item)) return place;
    before += sizes[place] ?? 0;
  }
  // What a tool gave back last must still be answered.
  return items.at(-1)?.kind === "message" ? items.length : items.findLastIndex(isQuestion);
}

function isQuestion(item: TranscriptItem): boolean {
  return item.kind === "message" && item.role === "user";
}

/** Whether a message begins here: what an agent says and calls in one answer is one, and no result is. */
function beginsMessage(items: readonly TranscriptItem[], place: number): boolean {
  const before = items[place - 1];
  const item = items[place];
  if (item?.kind === "tool_result") return false;
  if (item?.kind !== "tool_call" || before === undefined) return true;
  return before.kind === "tool_result" || isQuestion(before);
}

function nextMessage(items: readonly TranscriptItem[], from: number): number {
  let place = from;
  while (place < items.length && !beginsMessage(items, place)) place++;
  return place;
}

/** Where the message begins that an item is part of; after a result, which has no place of its own. */
function messageAround(items: readonly TranscriptItem[], within: number): number {
  if (items[within]?.kind === "tool_result") return nextMessage(items, within);
  let place = Math.max(0, within);
  while (place > 0 && !beginsMessage(items, place)) place--;
  return place;
}
