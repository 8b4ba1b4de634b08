import { formatCount } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { Loading } from "../../../web/components/loading.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { NoWorkspace } from "../../no-workspace.tsx";
import { useCall } from "../../use-call.ts";
import { Attention } from "./attention.tsx";
import { InForce } from "./in-force.tsx";
import { NewestSessions } from "./newest-sessions.tsx";
import type { OverviewData } from "./overview-data.ts";
import { SetUpAgents } from "./set-up-agents.tsx";

/** Where one left off, what needs attention, and what is in force. */
export default function Overview() {
  const { value, error, reload } = useCall({ operation: "overview" });
  return (
    <>
      {value?.workspace?.ok === false && <DamagedLedger />}
      <NewestSessions project={value} />
      <SetUpAgents />
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value === null && error === null && <Loading what="Reading the workspace" />}
      {value !== null && error === null && <Contents {...value} />}
    </>
  );
}

function Contents({ workspace, state, attention }: OverviewData) {
  return (
    <>
      <div class="with-side">
        <Attention attention={attention} entries={state?.entries ?? []} />
        {workspace === null && <NoWorkspace />}
        {state !== null && <InForce state={state} />}
      </div>
      {workspace !== null && <LedgerLine {...workspace} />}
    </>
  );
}

function DamagedLedger() {
  return (
    <div class="problem" role="alert">
      <p>
        Events are missing from the ledger. <a href="/trust">Check everything</a>
      </p>
    </div>
  );
}

function LedgerLine({ ok, events, last_at }: NonNullable<OverviewData["workspace"]>) {
  return (
    <p class="ledger-line quiet">
      <span class={ok ? "good" : "bad"}>
        {ok ? "✓ Ledger intact" : "✗ Events are missing from the ledger"}
      </span>
      , the record of every change: {formatCount(events, "event")}
      {last_at !== null && (
        <>
          , the last <time dateTime={last_at}>{formatMinute(last_at)}</time>
        </>
      )}
      . A quick check; <a href="/trust">check everything</a>.
    </p>
  );
}
