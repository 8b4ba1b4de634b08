import { formatBytes, formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";
import { locationOf } from "./init.ts";

const present: Presenter<"status"> = (output, terminal) => {
  const kinds = Object.entries(output.streams).map(
    ([kind, { streams, events }]) =>
      [kind, `${formatCount(streams, "stream")}, ${formatCount(events, "event")}`] as const,
  );
  const rows: (readonly [string, string])[] = [
    ["workspace", `${locationOf(output.location, terminal)} (${output.engine})`],
    ["size", formatBytes(output.bytes)],
    [
      "events",
      `${formatNumber(output.events)}${output.last_at === null ? "" : `, the last at ${output.last_at}`}`,
    ],
    ...kinds.map(([kind, text]) => [`  ${kind}`, text] as const),
    [
      "texts",
      `${formatNumber(output.texts)}${output.redacted > 0 ? `, ${formatNumber(output.redacted)} redacted` : ""}`,
    ],
    [
      "artifacts",
      `${formatNumber(output.artifacts.count)}, ${formatBytes(output.artifacts.bytes)}`,
    ],
    ["leases", `${output.leases.live} live, ${output.leases.expired} expired`],
  ];
  const health = output.ok
    ? terminal.style(
        "green",
        "No problem found by the quick check; `holdall verify` checks everything",
      )
    : terminal.style("red", "Events are missing. Run `holdall verify` to see which");
  return [...columns(rows, terminal), health];
};

export default present;
