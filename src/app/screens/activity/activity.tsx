import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { Calendar } from "../../../web/components/pictures/calendar.tsx";
import { DayBars } from "../../../web/components/pictures/day-bars.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { AgentMark, hueOf } from "../../agent-mark.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { agentName, knownAgents } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import {
  type ActivityData,
  type AgentDay,
  agentTotals,
  chartBars,
  chartDays,
  costText,
  type Measure,
  measures,
} from "./activity-data.ts";

/** When which agent worked, and what it used: a calendar, days as bars, and a table. */
export default function Activity({ search }: ScreenProps) {
  const since = search.get("since") ?? "90d";
  const agent = search.get("agent") ?? "";
  const isHere = search.get("folder") === "here";
  const [first] = measures;
  const measure = measures.find(({ id }) => id === search.get("measure")) ?? first;
  const input = { since, all: !isHere, ...(agent === "" ? {} : { agent }) };
  const answer = useCall({ operation: "activity", input, isLong: true });
  const options = `${isHere ? "" : " --all"} --since ${since}${agent === "" ? "" : ` --agent ${agent}`}`;
  useHead({ command: `holdall activity${options}` });
  if (measure === undefined) return null;
  return (
    <>
      <search class="filters">
        <Choice name="since" label="Time" value={since} options={TIMES} />
        <Choice name="measure" label="Measure" value={measure.id} options={MEASURES} />
        <Choice name="agent" label="Agent" value={agent} options={AGENTS} />
        <Choice name="folder" label="Folder" value={isHere ? "here" : ""} options={FOLDERS} />
      </search>
      <Answered answer={answer} what="Reading the sessions">
        {(value) => <Contents activity={value} measure={measure} asked={since} />}
      </Answered>
    </>
  );
}

type Options = readonly (readonly [value: string, name: string])[];

const LAST_YEAR = "365d";
const TIMES: Options = [
  ["7d", "Last week"],
  ["30d", "Last month"],
  ["90d", "Last 3 months"],
  [LAST_YEAR, "Last year"],
];
const MEASURES: Options = measures.map(({ id, name }) => [id, name]);
const AGENTS: Options = [
  ["", "All agents"],
  ...knownAgents.map(({ id, name }) => [id, name] as const),
];
const FOLDERS: Options = [
  ["", "All folders"],
  ["here", "This folder"],
];

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: Options;
}

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label>
      <span class="unseen">{label}</span>
      <select value={value} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ContentsProps {
  readonly activity: ActivityData;
  readonly measure: Measure;
  /** The time that was asked for. */
  readonly asked: string;
}

function Contents({ activity, measure, asked }: ContentsProps) {
  const { days, since, until, sessions } = activity;
  if (days.length === 0) {
    return (
      <Empty title="No agent did anything in this time.">
        {asked === LAST_YEAR ? (
          <p>Choose all agents or all folders.</p>
        ) : (
          <button class="primary" type="button" onClick={() => setQuery({ since: LAST_YEAR })}>
            Show the last year
          </button>
        )}
      </Empty>
    );
  }
  const charted = chartDays(activity, measure);
  const bars = chartBars(charted);
  const unit = bars === charted ? "day" : "week";
  const totals = agentTotals(days, measure);
  const all = charted.reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      <p class="activity-head">
        <strong>{measure.format(all)}</strong> in {formatCount(sessions, "session")} from {since} to{" "}
        {until}
      </p>
      <div class="activity-charts">
        <section>
          <h2>Days on which agents worked</h2>
          <Calendar label={`${measure.name} by day`} days={charted} format={measure.format} />
        </section>
        <section>
          <h2>
            {measure.name} by agent and {unit}
          </h2>
          <DayBars
            label={`${measure.name} by agent and ${unit} from ${since} to ${until}; the table below has the numbers`}
            days={bars}
            ends={[since, until]}
            format={measure.format}
            hueOf={hueOf}
            nameOf={agentName}
          />
          <ul class="agent-legend">
            {totals.map((total) => (
              <li key={total.agent}>
                <AgentMark agent={total.agent} />
                <span class="amount">{measure.format(measure.amountOf(total))}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Notes {...activity} />
      <section class="part">
        <h2>By agent</h2>
        <Table label="By agent" columns={agentColumns} rows={totals} />
      </section>
      <details>
        <summary>Every day as a table</summary>
        <Table label="By day and agent" columns={dayColumns} rows={days.toReversed()} />
      </details>
    </>
  );
}

const numbers: readonly Column<AgentDay>[] = [
  { heading: "Sessions", isNumber: true, cell: ({ sessions }) => formatNumber(sessions) },
  { heading: "Messages", isNumber: true, cell: ({ messages }) => formatNumber(messages) },
  { heading: "Tool calls", isNumber: true, cell: ({ calls }) => formatNumber(calls) },
  { heading: "Tokens read", isNumber: true, cell: (day) => tokensText(day, day.tokens_in) },
  { heading: "Tokens written", isNumber: true, cell: (day) => tokensText(day, day.tokens_out) },
  { heading: "Cost", isNumber: true, cell: costText },
];
const agentColumn: Column<AgentDay> = {
  heading: "Agent",
  cell: ({ agent }) => <AgentMark agent={agent} />,
};
const agentColumns = [agentColumn, ...numbers.slice(1)];
const dayColumns = [{ heading: "Day", cell: ({ day }: AgentDay) => day }, agentColumn, ...numbers];

/** An agent that records no tokens has not used none. */
function tokensText({ tokens_in, tokens_out }: AgentDay, tokens: number): string {
  return tokens_in + tokens_out === 0 ? "unknown" : formatNumber(tokens);
}

/** What the numbers leave out. */
function Notes({ days, prices, unread, unreadable }: ActivityData) {
  const unpriced = days.reduce((sum, day) => sum + day.unpriced, 0);
  return (
    <ul class="notes">
      <li>
        Cost is at list prices of {prices.date}, whatever your plan is
        {unpriced > 0 &&
          `; ${formatNumber(unpriced)} tokens of models without a known price are not in it`}
        .
      </li>
      {unread > 0 && <li>{formatCount(unread, "session")} could not be read.</li>}
      {unreadable.map(({ agent, reason }) => (
        <li key={agent}>
          Cannot read all sessions of {agentName(agent)}: <bdi>{reason}</bdi>
        </li>
      ))}
    </ul>
  );
}
