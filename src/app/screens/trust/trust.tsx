import { useState } from "preact/hooks";
import { formatBytes, formatNumber } from "../../../base/text/format-count.ts";
import { FactList } from "../../../web/components/fact-list.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { BundleCheck } from "./bundle-check.tsx";
import { Heads } from "./heads.tsx";
import type { LedgerStatus } from "./trust-data.ts";
import { WorkspaceCheck } from "./workspace-check.tsx";

/** A ledger of more events is checked when someone asks: reading every event takes seconds. */
const CHECKED_AT_ONCE = 20_000;

/** Whether the ledger is intact, with what it can be compared, and whether a bundle is. */
export default function Trust({ search }: ScreenProps) {
  const status = useCall({ operation: "status" });
  useHead({ command: "holdall verify" });
  return (
    <>
      <Answered answer={status} what="Reading the workspace">
        {(value) => (
          <>
            <Ledger status={value} />
            <Heads />
          </>
        )}
      </Answered>
      <BundleCheck path={search.get("bundle") ?? ""} signers={search.get("signers") ?? ""} />
    </>
  );
}

const columns: readonly Column<readonly [string, { streams: number; events: number }]>[] = [
  { heading: "Kind", cell: ([kind]) => kind },
  { heading: "Streams", isNumber: true, cell: ([, { streams }]) => formatNumber(streams) },
  { heading: "Events", isNumber: true, cell: ([, { events }]) => formatNumber(events) },
];

function Ledger({ status }: { readonly status: LedgerStatus }) {
  const [isAsked, setAsked] = useState(status.events <= CHECKED_AT_ONCE);
  const { events, redacted, last_at, bytes, engine, streams } = status;
  return (
    <section class="part first">
      <h2>Ledger</h2>
      {isAsked ? (
        <WorkspaceCheck />
      ) : (
        <div class="buttons">
          <button type="button" class="primary" onClick={() => setAsked(true)}>
            Check all {formatNumber(events)} events
          </button>
        </div>
      )}
      <FactList
        facts={[
          { label: "Redacted texts", value: formatNumber(redacted) },
          { label: "Newest event", value: last_at === null ? "none" : formatMoment(last_at) },
          { label: "Size", value: `${formatBytes(bytes)} (${engine})` },
        ]}
      />
      <details>
        <summary>Streams by kind</summary>
        <Table label="Streams by kind" columns={columns} rows={Object.entries(streams)} />
      </details>
    </section>
  );
}
