import { formatBytes, formatCount } from "../../../base/format-count.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { locationOf } from "./init.ts";

interface Output {
  readonly ok: boolean;
  readonly location: string;
  readonly engine: string;
  readonly bytes: number;
  readonly events: number;
  readonly streams: Readonly<Record<string, { readonly streams: number; readonly events: number }>>;
  readonly texts: number;
  readonly redacted: number;
  readonly artifacts: { readonly count: number; readonly bytes: number };
  readonly leases: { readonly live: number; readonly expired: number };
  readonly last_at: string | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
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
}
