import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { formatTokens } from "../../../web/text/outline.ts";
import { wrap } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Day = Shown<"activity">["days"][number];

const present: Presenter<"activity"> = (output, { width, style }) => {
  const { days, sessions, since, until, prices, unread, unreadable } = output;
  const faults = [
    ...(unread > 0 ? [`${formatCount(unread, "session")} could not be read`] : []),
    ...unreadable.map(({ agent, reason }) => `Cannot read all sessions of ${agent}: ${reason}`),
  ].flatMap((line) => wrap(line, width));
  if (days.length === 0) {
    const where = output.folder === null ? "" : " in this folder; see --all";
    return [`No agent did anything since ${since}${where}.`, ...faults];
  }
  const agents = [...new Set(days.map(({ agent }) => agent))].sort();
  const unpriced = days.reduce((sum, day) => sum + day.unpriced, 0);
  return [
    ...days.map((day) => lineOf(day, day.day)),
    ...agents.map((agent) => {
      const all = days.filter((day) => day.agent === agent);
      return style("bold", lineOf(all.reduce(addDays), "all days"));
    }),
    ...wrap(
      `${formatCount(sessions, "session")} from ${since} to ${until} (UTC). Cost at list prices of ${prices.date}` +
        (unpriced > 0 ? `, without ${formatNumber(unpriced)} tokens of unknown price.` : "."),
      width,
    ),
    ...faults,
  ];
};

export default present;

function addDays(left: Day, right: Day): Day {
  return {
    ...left,
    messages: left.messages + right.messages,
    calls: left.calls + right.calls,
    tokens_in: left.tokens_in + right.tokens_in,
    tokens_out: left.tokens_out + right.tokens_out,
    cost_usd: left.cost_usd + right.cost_usd,
    unpriced: left.unpriced + right.unpriced,
  };
}

/** Numbers below each other; nothing where no tokens were recorded. */
function lineOf(day: Day, name: string): string {
  const { agent, messages, calls, tokens_in, tokens_out, cost_usd, unpriced } = day;
  const tokens = tokens_in + tokens_out;
  const cost = tokens === 0 ? "" : unpriced === tokens ? "unknown" : formatCost(cost_usd);
  return [
    name.padEnd(10),
    agent.padEnd(8),
    `${formatNumber(messages)} messages`.padStart(15),
    `${formatNumber(calls)} calls`.padStart(13),
    (tokens === 0 ? "" : `${formatTokens(tokens)} tokens`).padStart(14),
    cost.padStart(9),
  ]
    .join("  ")
    .trimEnd();
}
