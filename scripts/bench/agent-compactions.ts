import type { TranscriptItem } from "../../src/model/transcript.ts";
import { wordsOf } from "./handoff-quality.ts";

/** What an agent leaves word for word when it compacts a session; a model's summary stands for the rest. */
export interface CompactionRule {
  readonly agent: string;
  /** The rule in words. */
  readonly keeps: string;
  keep(
    items: readonly TranscriptItem[],
    count: (text: string) => number,
  ): readonly TranscriptItem[];
}

/** The rules of the agents at their defaults, as their recorded compactions and their settings show them. */
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
    keeps: "the last 30 % by length, from a user message on",
    keep: (items) => items.slice(nextQuestion(items, startOfShare(items, 0.3))),
  },
  {
    agent: "opencode",
    keeps: "the last two turns, 8,000 tokens, and never the whole session",
    keep: (items, count) => {
      const fits = startWithin(items, 8_000, count);
      const start = nextQuestion(items, Math.max(fits, lastQuestions(items, 2)));
      return start === 0 ? [] : items.slice(start);
    },
  },
  {
    agent: "pi",
    keeps: "the newest 20,000 tokens",
    keep: (items, count) => items.slice(closedFrom(items, startWithin(items, 20_000, count))),
  },
];

/** What the agent said and called last, with what came back. */
function lastRound(items: readonly TranscriptItem[]): number {
  let start = items.length - 1;
  while (start > 0 && items[start]?.kind !== "message") start--;
  return Math.max(0, start);
}

/** Place of the first of the newest items that a number of tokens holds. */
function startWithin(
  items: readonly TranscriptItem[],
  tokens: number,
  count: (text: string) => number,
): number {
  let [start, left] = [items.length, tokens];
  for (const item of items.toReversed()) {
    left -= count(wordsOf(item));
    if (left < 0) break;
    start--;
  }
  return start;
}

function startOfShare(items: readonly TranscriptItem[], share: number): number {
  const sizes = items.map((item) => wordsOf(item).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let passed = 0;
  const start = sizes.findIndex((size) => {
    passed += size;
    return passed >= all * (1 - share);
  });
  return start === -1 ? items.length : start;
}

function isQuestion(item: TranscriptItem): boolean {
  return item.kind === "message" && item.role === "user";
}

function nextQuestion(items: readonly TranscriptItem[], from: number): number {
  const next = items.findIndex((item, place) => place >= from && isQuestion(item));
  return next === -1 ? items.length : next;
}

function lastQuestions(items: readonly TranscriptItem[], number: number): number {
  const places = items.flatMap((item, place) => (isQuestion(item) ? [place] : []));
  return places.at(-number) ?? 0;
}

/** A result never comes without its call. */
function closedFrom(items: readonly TranscriptItem[], start: number): number {
  let place = start;
  while (items[place]?.kind === "tool_result") place++;
  return place;
}
