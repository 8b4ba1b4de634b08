import { excerptLine } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { millisecondsOf } from "../../model/values.ts";
import { addUsage, type Measures, type Usage } from "./measures.ts";
import { costOf, type PriceTable } from "./prices.ts";

/** What a session says of itself, where a bundle would have recorded it. */
export interface SessionFacts {
  /** How it began. */
  readonly title: string | null;
  /** The model that answered last. */
  readonly model: string | null;
  readonly measures: Measures;
}

const MAX_TITLE_SHOWN = 120;
const nothing: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Reads a session through for its tokens, time, cost and model; sub-agents count, they cost as well. */
export async function readSession(
  items: AsyncIterable<TranscriptItem>,
  prices: PriceTable,
): Promise<SessionFacts> {
  let title: string | null = null;
  let model: string | null = null;
  let first: number | null = null;
  let last: number | null = null;
  // By model, because each has its own price.
  const used = new Map<string | null, Usage>();
  for await (const item of items) {
    const at = item.at === null ? null : millisecondsOf(item.at);
    if (at !== null) [first, last] = [Math.min(first ?? at, at), Math.max(last ?? at, at)];
    if (item.kind === "message") {
      if (item.role === "user" && item.sender === undefined) title ??= item.text;
      else if (item.thread === null) model = item.model ?? model;
    } else if (item.kind === "usage") {
      const by = item.model ?? model;
      used.set(by, addUsage(used.get(by) ?? nothing, usageOf(item)));
    }
  }
  const durationMs = first === null || last === null ? null : last - first;
  const spent = { usage: sumOf(used), durationMs, costUsd: costOfAll(used, prices) };
  const shown = title === null ? null : excerptLine(title, MAX_TITLE_SHOWN);
  return { title: shown, model, measures: { ...spent, exitCode: null } };
}

/** The tokens of one answer. */
export function usageOf(item: Extract<TranscriptItem, { kind: "usage" }>): Usage {
  return {
    input: item.input_uncached,
    cacheRead: item.cache_read,
    cacheWrite: item.cache_write,
    output: item.output,
    reasoning: item.reasoning,
  };
}

function sumOf(used: ReadonlyMap<unknown, Usage>): Usage | null {
  return used.size === 0 ? null : [...used.values()].reduce(addUsage);
}

/** The cost of all models together; unknown as soon as one of them is. */
function costOfAll(used: ReadonlyMap<string | null, Usage>, prices: PriceTable): number | null {
  let sum = 0;
  for (const [model, usage] of used) {
    const cost = costOf(model, usage, prices);
    if (cost === null) return null;
    sum += cost;
  }
  return used.size === 0 ? null : sum;
}
