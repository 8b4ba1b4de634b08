import { formatNumber } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { formatTokens } from "../../../web/text/outline.ts";
import type { Answer } from "../../answers.ts";

/** What agents did day by day. */
export type ActivityData = Answer<"activity">;

/** What one agent did on one day. */
export type AgentDay = ActivityData["days"][number];

/** What a chart shows of a day: its name, its value, and how a value reads. */
export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly amountOf: (day: AgentDay) => number;
  readonly format: (value: number) => string;
}

/** What can be charted, the first one by default. */
export const measures: readonly Measure[] = [
  {
    id: "messages",
    name: "Messages",
    amountOf: ({ messages }) => messages,
    format: (value) => `${formatNumber(value)} ${value === 1 ? "message" : "messages"}`,
  },
  {
    id: "tokens",
    name: "Tokens",
    amountOf: ({ tokens_in, tokens_out }) => tokens_in + tokens_out,
    format: (value) => `${formatTokens(value)} tokens`,
  },
  { id: "cost", name: "Cost", amountOf: ({ cost_usd }) => cost_usd, format: formatCost },
  {
    id: "sessions",
    name: "Sessions",
    amountOf: ({ sessions }) => sessions,
    format: (value) => `${formatNumber(value)} ${value === 1 ? "session" : "sessions"}`,
  },
];

/** A day of a chart. */
export interface ChartDay {
  readonly day: string;
  readonly total: number;
  readonly parts: readonly { readonly agent: string; readonly value: number }[];
}

const DAY_MS = 86_400_000;
/** Days that a chart has at most: a log may name any date. */
const MAX_DAYS = 800;

/** Every day from the first to the last, those on which nothing was done as well. */
export function chartDays(
  { since, until, days }: Pick<ActivityData, "since" | "until" | "days">,
  { amountOf }: Measure,
): readonly ChartDay[] {
  const known = new Map<string, { readonly agent: string; readonly value: number }[]>();
  for (const one of days) {
    const part = { agent: one.agent, value: amountOf(one) };
    const parts = known.get(one.day);
    if (parts === undefined) known.set(one.day, [part]);
    else parts.push(part);
  }
  const last = Date.parse(until);
  const first = Math.max(Date.parse(since), last - (MAX_DAYS - 1) * DAY_MS);
  const charted: ChartDay[] = [];
  for (let at = first; at <= last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const parts = (known.get(day) ?? []).filter(({ value }) => value > 0);
    charted.push({ day, parts, total: parts.reduce((sum, { value }) => sum + value, 0) });
  }
  return charted;
}

/** More days than this are summed by week: a bar must be wide enough to be seen. */
const MAX_BARS = 120;
const WEEK = 7;

/** The days as bars, or the weeks where there are too many days. */
export function chartBars(days: readonly ChartDay[]): readonly ChartDay[] {
  if (days.length <= MAX_BARS) return days;
  const bars: ChartDay[] = [];
  // The last week is complete, so that it can be compared.
  for (let end = days.length; end > 0; end -= WEEK) {
    bars.unshift(sumDays(days.slice(Math.max(0, end - WEEK), end)));
  }
  return bars;
}

function sumDays(days: readonly ChartDay[]): ChartDay {
  const sums = new Map<string, number>();
  for (const { parts } of days) {
    for (const { agent, value } of parts) sums.set(agent, (sums.get(agent) ?? 0) + value);
  }
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const parts = [...sums].map(([agent, value]) => ({ agent, value }));
  return { day: `week from ${days[0]?.day}`, total, parts };
}

/** The sum of all days of each agent, the busiest first. */
export function agentTotals(days: readonly AgentDay[], { amountOf }: Measure): readonly AgentDay[] {
  const totals = new Map<string, AgentDay>();
  for (const day of days) {
    const sum = totals.get(day.agent);
    totals.set(day.agent, sum === undefined ? { ...day, day: "" } : addDays(sum, day));
  }
  return [...totals.values()].sort((left, right) => amountOf(right) - amountOf(left));
}

function addDays(left: AgentDay, right: AgentDay): AgentDay {
  return {
    ...left,
    sessions: left.sessions + right.sessions,
    messages: left.messages + right.messages,
    calls: left.calls + right.calls,
    tokens_in: left.tokens_in + right.tokens_in,
    tokens_out: left.tokens_out + right.tokens_out,
    cost_usd: left.cost_usd + right.cost_usd,
    unpriced: left.unpriced + right.unpriced,
  };
}

/** What the tokens of some days cost, as far as their price is known. */
export function costText({ cost_usd, unpriced, tokens_in, tokens_out }: AgentDay): string {
  const tokens = tokens_in + tokens_out;
  if (tokens === 0 || unpriced === tokens) return "unknown";
  return unpriced === 0 ? formatCost(cost_usd) : `${formatCost(cost_usd)} and more`;
}
