import { formatNumber } from "../../../base/text/format-count.ts";
import { formatCost, formatDuration } from "../../../base/text/format-measures.ts";
import { Mark } from "../../../web/components/mark.tsx";
import { StatusMark } from "../../../web/components/status-mark.tsx";
import type { Column } from "../../../web/components/table.tsx";
import type { StartedRun } from "./run-data.ts";

/** How runs that were started are listed. */
export const startedColumns: readonly Column<StartedRun>[] = [
  {
    heading: "Run",
    cell: ({ id, bundle, state }) =>
      state === "ran" || state === "already there" ? (
        <a href={`/runs/show?bundle=${encodeURIComponent(bundle)}`}>
          <bdi>{id}</bdi>
        </a>
      ) : (
        <bdi>{id}</bdi>
      ),
  },
  {
    heading: "Result",
    cell: ({ state, status, reason, cure, error }) => {
      if (error !== null) {
        const next = cure === null ? "" : ` → ${cure}`;
        return (
          <Mark look="bad">
            <bdi>{`${error.kind}: ${error.detail}${next}`}</bdi>
          </Mark>
        );
      }
      if (reason !== null) return <bdi>{[state, reason, cure].filter(Boolean).join(": ")}</bdi>;
      return status === null ? state : <StatusMark status={status} />;
    },
  },
  { heading: "Time", isNumber: true, cell: ({ durationMs }) => formatDuration(durationMs) },
  {
    heading: "Tokens",
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? "unknown" : formatNumber(tokens)),
  },
  { heading: "Cost", isNumber: true, cell: ({ costUsd }) => formatCost(costUsd) },
];
