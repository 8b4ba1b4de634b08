import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { Loading } from "../../../web/components/loading.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { formatMinute } from "../../../web/text/format-time.ts";
import { useCall } from "../../use-call.ts";
import { Attention } from "./attention.tsx";
import { InForce } from "./in-force.tsx";
import { NewestSessions } from "./newest-sessions.tsx";
import type { OverviewData, StateInForce } from "./overview-data.ts";

/** What is in force, what needs attention, and whether the ledger is intact. */
export default function Overview() {
  const { value, error, reload } = useCall({ operation: "overview" });
  return (
    <>
      <Purpose />
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value === null && error === null && <Loading what="Reading the workspace" />}
      {value !== null && error === null && <Contents {...value} />}
    </>
  );
}

/** Sessions come last and fill in later: where they are not indexed yet, finding them takes a while. */
function Contents({ workspace, state, attention }: OverviewData) {
  return (
    <>
      {workspace === null ? (
        <NoWorkspace />
      ) : (
        <div class="cards">
          <LedgerCard {...workspace} />
          {state !== null && <BudgetCard {...state} />}
        </div>
      )}
      <Attention attention={attention} entries={state?.entries ?? []} />
      {state !== null && <InForce state={state} />}
      <NewestSessions />
    </>
  );
}

/** What the product is for, to someone who has read nothing about it. */
function Purpose() {
  return (
    <p class="purpose">
      Holdall keeps what your agents have decided, shows what the next model would be given, and
      hands a session over to another agent with a list of all that changed or got lost.
    </p>
  );
}

function NoWorkspace() {
  return (
    <Empty title="This folder has no workspace yet.">
      <p>
        A workspace keeps decisions, constraints and facts in a ledger that shows every change.
        Sessions can be read and handed over without one.
      </p>
      <CommandLine command="holdall init" />
    </Empty>
  );
}

function LedgerCard({ ok, events, streams, last_at }: NonNullable<OverviewData["workspace"]>) {
  return (
    <section class="card">
      <h2>Ledger</h2>
      <p class={ok ? "big good" : "big bad"}>{ok ? "✓ Intact" : "✗ Events are missing"}</p>
      <p class="quiet">
        {formatCount(events, "event")} in {formatCount(streams, "stream")}
        {last_at !== null && (
          <>
            , the last <time dateTime={last_at}>{formatMinute(last_at)}</time>
          </>
        )}
        . A quick check; <a href="/trust">check everything</a>.
      </p>
    </section>
  );
}

function BudgetCard({ entries, token_count, budget_tokens }: StateInForce) {
  const share = budget_tokens === 0 ? 0 : Math.min(1, token_count / budget_tokens);
  return (
    <section class="card">
      <h2>In force</h2>
      <p class="big">{formatCount(entries.length, "entry", "entries")}</p>
      <svg class="budget-bar" width="100%" height="6" aria-hidden="true">
        <rect class="bar" width={`${share * 100}%`} height="6" rx="3" />
      </svg>
      <p class="quiet">
        {formatNumber(token_count)} of {formatNumber(budget_tokens)} tokens that a model is given.{" "}
        <a href="/compile">See what it would be given</a>.
      </p>
    </section>
  );
}
