import { formatBytes, formatCount, formatNumber } from "../../base/text/format-count.ts";
import { printable } from "../../base/text/text.ts";
import { columns } from "../terminal.ts";
import { documentOf } from "./document.ts";
import { findingLines } from "./findings.ts";
import presentImport from "./ledger/import.ts";
import presentInit, { locationOf } from "./ledger/init.ts";
import presentOverview from "./ledger/overview.ts";
import presentRetain from "./ledger/retain.ts";
import presentVerify from "./ledger/verify.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";
import { KEPT_LINE } from "./secrets.ts";

const presentArtifactGet: Presenter<"artifact get"> = (output, terminal) => {
  const { next_offset_bytes: next, bytes, total_bytes: total } = output;
  const more = `${formatNumber(bytes)} of ${formatNumber(total)} bytes; continue with --offset ${next}`;
  return [printable(output.content), ...(next === null ? [] : [terminal.style("dim", more)])];
};

const presentCopy: Presenter<"ledger copy"> = (output, terminal) => {
  const verdict = output.ok
    ? terminal.style("green", "Copied and verified")
    : terminal.style("red", "Copied with errors:");
  const what = [
    `${formatCount(output.events, "event")} in ${formatCount(output.streams, "stream")}`,
    formatCount(output.texts, "text"),
    formatCount(output.artifacts, "artifact"),
  ].join(", ");
  return [
    ...findingLines(output.findings, terminal),
    `${verdict} ${locationOf(output.to, terminal)} (${what})`,
    KEPT_LINE,
  ];
};

const presentExport: Presenter<"ledger export"> = (output, terminal) => {
  const leftOut = Object.entries(output.left_out).map(([kind, n]) =>
    formatCount(n, `${kind} event`),
  );
  const notes = [
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(", ")} (--all includes them)`] : []),
    ...(output.ours > 0
      ? [`${formatCount(output.ours, "event")} in a form that only Holdall reads`]
      : []),
    ...(output.redacted > 0 ? [`${formatCount(output.redacted, "text")} redacted`] : []),
    ...(output.missing > 0 ? [`${formatCount(output.missing, "artifact")} missing`] : []),
  ];
  const what = `${formatCount(output.events, "event")} in ${formatCount(output.streams, "stream")}, ${formatCount(output.blobs, "blob")}`;
  return [
    `${terminal.style("green", "Exported")} ${terminal.path(output.out)} (${output.layout}: ${what})`,
    ...notes.map((note) => `  ${note}`),
    KEPT_LINE,
  ];
};

const presentGc: Presenter<"ledger gc"> = (output, terminal) => {
  if (output.removed.length === 0) {
    return [`No unused artifacts; ${formatNumber(output.kept)} in use`];
  }
  const verb = output.dry_run ? "Would remove" : terminal.style("green", "Removed");
  return [
    ...output.removed.map((name) => `  ${name}`),
    `${verb} ${formatCount(output.removed.length, "unused artifact")} (${formatBytes(output.bytes)}); ${formatNumber(output.kept)} kept`,
  ];
};

/** Exactly what a later comparison takes, so that it can be kept in a file. */
const presentHeads: Presenter<"ledger heads"> = ({ text }) => [documentOf(text)];

const presentRebuild: Presenter<"ledger rebuild"> = (output, terminal) => {
  const rows = Object.entries(output.tables).map(
    ([name, n]) => [name, formatCount(n, "row")] as const,
  );
  return [
    ...columns(rows, terminal),
    `${terminal.style("green", "Rebuilt")} ${formatCount(rows.length, "table")} from ${formatCount(output.events, "event")}`,
  ];
};

const presentRecover: Presenter<"ledger recover"> = ({ ended }, terminal) => {
  if (ended.length === 0) return ["Nothing to recover"];
  return [
    ...ended.map(({ name, kind }) => `  ${kind}  ${printable(name)}`),
    `${terminal.style("green", "Ended")} ${formatCount(ended.length, "abandoned run or job", "abandoned runs and jobs")}`,
  ];
};

/** Kinds of streams whose name alone does not say what they contain. */
const kindNames: Readonly<Record<string, string>> = {
  continuity: "threads",
  unit: "memory",
  use: "reads",
};

const presentStatus: Presenter<"status"> = (output, terminal) => {
  const kinds = Object.entries(output.streams).map(
    ([kind, { streams, events }]) =>
      [
        kindNames[kind] ?? kind,
        `${formatCount(streams, "stream")}, ${formatCount(events, "event")}`,
      ] as const,
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
    ["artifacts", artifactsText(output.artifacts)],
    ...leaseRows(output),
  ];
  const health = output.ok
    ? terminal.style(
        "green",
        "No problem found by the quick check; `holdall verify` checks everything",
      )
    : terminal.style("red", "Events are missing. Run `holdall verify` to see which");
  return [...columns(rows, terminal), health];
};

function artifactsText({ count, bytes }: Shown<"status">["artifacts"]): string {
  return count === 0 ? "0" : `${formatNumber(count)}, ${formatBytes(bytes)}`;
}

/** Runs and jobs that are under way, and those whose program no longer reports. */
function leaseRows({ leases }: Shown<"status">): (readonly [string, string])[] {
  const { live, expired } = leases;
  const abandoned = "abandoned; `holdall ledger recover` ends them";
  return [
    ...(live > 0 ? [["running", formatCount(live, "run or job", "runs and jobs")] as const] : []),
    ...(expired > 0
      ? [
          [
            "stopped",
            `${formatCount(expired, "run or job", "runs and jobs")} ${abandoned}`,
          ] as const,
        ]
      : []),
  ];
}

/** How the results of these operations are shown. */
export default {
  init: presentInit,
  status: presentStatus,
  overview: presentOverview,
  "ledger verify": presentVerify,
  "ledger heads": presentHeads,
  "ledger import": presentImport,
  "ledger export": presentExport,
  "ledger copy": presentCopy,
  "ledger rebuild": presentRebuild,
  "ledger recover": presentRecover,
  "ledger gc": presentGc,
  "ledger retain": presentRetain,
  "artifact get": presentArtifactGet,
} satisfies Presenters<"ledger">;
