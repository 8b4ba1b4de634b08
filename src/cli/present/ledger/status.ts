import { formatBytes, formatCount } from "../../../base/format-count.ts";
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
    ["events", `${output.events}${output.last_at === null ? "" : `, last at ${output.last_at}`}`],
    ...kinds.map(([kind, text]) => [`  ${kind}`, text] as const),
    ["texts", `${output.texts}${output.redacted > 0 ? `, ${output.redacted} redacted` : ""}`],
    ["artifacts", `${output.artifacts.count}, ${formatBytes(output.artifacts.bytes)}`],
    ["open", `${output.leases.live} live, ${output.leases.expired} abandoned`],
  ];
  const health = output.ok
    ? terminal.style("green", "healthy at first sight; `holdall verify` reads everything")
    : terminal.style("red", "events are missing; run `holdall verify`");
  return [...columns(rows, terminal), health];
};

export default present;
