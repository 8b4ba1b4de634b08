import { formatNumber } from "../../../base/text/format-count.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { Answered } from "../../answered.tsx";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { CreateResponsibility } from "./create-responsibility.tsx";
import { NoResponsibilities } from "./no-responsibilities.tsx";
import {
  levelLooks,
  MAX_LINES,
  modelLook,
  type ResponsibilityStatus,
} from "./responsibility-data.ts";

const columns: readonly Column<ResponsibilityStatus>[] = [
  {
    heading: "Responsibility",
    cell: ({ responsibility_id: id, status }) => (
      <>
        <a href={`/responsibilities/${encodeURIComponent(id)}`}>
          <bdi>{id}</bdi>
        </a>{" "}
        <span class="quiet">{status ?? "not registered"}</span>
      </>
    ),
  },
  { heading: "Volume", cell: (each) => <Volume status={each} /> },
  { heading: "Freshness", cell: (each) => <Freshness status={each} /> },
  { heading: "Model", cell: (each) => <Model status={each} /> },
  { heading: "Pending", isNumber: true, cell: ({ pending }) => formatNumber(pending) },
  { heading: "SLA", cell: (each) => <Sla status={each} /> },
];

/** Volume, freshness, model and SLA of every responsibility at a glance. */
export default function Responsibilities(_: ScreenProps) {
  // As events: the browser would log the problem of a folder without responsibilities as an error.
  const status = useCall({ operation: "context status", isLong: true });
  return (
    <NoResponsibilities answer={status}>
      <Answered answer={status} what="Reading the responsibilities">
        {({ responsibilities, steward, workspace_id }) => (
          <>
            <p class="quiet">
              Workspace <bdi>{workspace_id}</bdi>, steward <bdi>{steward}</bdi> (looks after all of
              them)
            </p>
            {responsibilities.length === 0 ? (
              <Empty title="No responsibility is set up yet." />
            ) : (
              <Table label="Responsibilities" columns={columns} rows={responsibilities} />
            )}
            <section class="part">
              <h2>Another responsibility</h2>
              <CreateResponsibility onDone={status.reload} />
            </section>
          </>
        )}
      </Answered>
    </NoResponsibilities>
  );
}

interface StatusProps {
  readonly status: ResponsibilityStatus;
}

/** Lines of context against the most that may be published. */
function Volume({ status: { level, total_lines } }: StatusProps) {
  const share = Math.min(1, total_lines / MAX_LINES) * 100;
  return (
    <span class="volume">
      <Mark look={levelLooks[level]}>{formatNumber(total_lines)} lines</Mark>
      <svg width="100%" height="4" aria-hidden="true">
        <rect class="signal-track" width="100%" height="4" rx="2" />
        <rect class={`volume-${level}`} width={`${share}%`} height="4" rx="2" />
      </svg>
    </span>
  );
}

function Freshness({ status: { fresh, stale, fault } }: StatusProps) {
  if (fault !== null) return <Mark look="bad">{fault}</Mark>;
  if (fresh) return <Mark look="good">fresh</Mark>;
  return <Mark look="warn">stale: {stale.join(", ") || "never refreshed"}</Mark>;
}

function Model({ status }: StatusProps) {
  const { preferred_model: preferred, detected_model: detected, model_class } = status;
  if (preferred === null) return <span class="quiet">no preference</span>;
  const note = status.model_blocked ? "blocked" : (model_class ?? "unknown").replaceAll("_", " ");
  return (
    <>
      <Mark look={modelLook(status)}>
        <bdi>{detected ?? "unknown"}</bdi>
      </Mark>{" "}
      <span class="quiet">{note === "match" ? "as preferred" : `preferred ${preferred}`}</span>
    </>
  );
}

function Sla({ status: { at_risk, breached } }: StatusProps) {
  if (breached > 0) return <Mark look="bad">{formatNumber(breached)} late</Mark>;
  return at_risk > 0 ? (
    <Mark look="warn">{formatNumber(at_risk)} at risk</Mark>
  ) : (
    <Mark look="good">in time</Mark>
  );
}
