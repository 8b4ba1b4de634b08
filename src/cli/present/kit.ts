import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { printable } from "../../base/text/text.ts";
import { columns, type Terminal, wrap } from "../terminal.ts";
import presentBundleVerify from "./bundle/verify.ts";
import { findingLines } from "./findings.ts";
import presentExport from "./kit/export.ts";
import presentImport, { numberRows } from "./kit/import.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";
import { KEPT_LINE } from "./secrets.ts";
import presentStateReplay from "./state/replay.ts";
import { signalLegend, signalName } from "./state/signal-text.ts";
import { stateNameOf, stateTitle } from "./state/state-name.ts";
import { tokenUse } from "./state/token-use.ts";

const presentDreamAdopt: Presenter<"dream adopt"> = (output, terminal) => {
  const { state, adopted, events } = output;
  if (!adopted && events > 0) {
    const change = `${formatCount(events, "event")} in the ${stateNameOf(state)}`;
    return [`Preview; nothing was changed. Would adopt ${change}`];
  }
  const use = `the state uses ${tokenUse(output)}`;
  if (!adopted) {
    return [`Nothing to adopt in the ${stateNameOf(state)}: it has all that is proposed; ${use}`];
  }
  const change = `${formatCount(events, "event")} in the ${stateNameOf(state)}`;
  return [`${terminal.style("green", "Adopted")} ${change}; ${use}`];
};

const presentDreamDiff: Presenter<"dream diff"> = (output, terminal) => {
  const { before, after } = output.token_count;
  const removed = output.changes.filter(({ content }) => content !== null);
  return [
    `${terminal.style("bold", terminal.path(output.path))}  proposal of ${output.at}, ${formatNumber(before)} → ${formatCount(after, "token")}`,
    ...decisionLines({ counts: output.counts, decisions: output.changes }, terminal),
    ...removed.flatMap(({ key, content }) => [
      terminal.style("bold", `- ${printable(key)}`),
      ...wrap(printable(content ?? ""), terminal.width - 4).map((line) => `    ${line}`),
    ]),
  ];
};

const presentDreamDiscard: Presenter<"dream discard"> = ({ path }, terminal) => {
  return [`${terminal.style("green", "Removed")} ${terminal.path(path)}`];
};

/** Decisions about entries, and their number by action. */
interface Decisions {
  readonly counts: Shown<"dream">["counts"];
  readonly decisions: Shown<"dream">["decisions"] | Shown<"dream diff">["changes"];
}

const presentDream: Presenter<"dream"> = (output, terminal) => {
  const { before, after } = output.token_count;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "Wrote a proposal")} for a tidier state to ${terminal.path(output.out)}: ${formatNumber(before)} → ${formatCount(after, "token")}`,
    ...decisionLines(output, terminal),
    `Review it, then run: holdall dream adopt|discard ${quoteForShell(terminal.path(output.out))}`,
  ];
};

const MAX_ROWS_SHOWN = 200;

/** The counts, then every entry that changes. */
function decisionLines({ counts, decisions }: Decisions, terminal: Terminal): string[] {
  const used = Object.entries(counts).filter(([, count]) => count > 0);
  const changed = decisions.filter(({ action }) => action !== "keep" && action !== "leave");
  const rows = changed
    .slice(0, MAX_ROWS_SHOWN)
    .map(({ key, action, reason }) => [action, `${printable(key)}: ${printable(reason)}`] as const);
  const more = changed.length - rows.length;
  return [
    `${terminal.style("bold", "entries")}  ${used.map(([action, count]) => `${count} to ${action}`).join(", ") || "none"}`,
    ...columns(rows, terminal),
    ...(more > 0
      ? [terminal.style("dim", `… and ${formatNumber(more)} more (--json lists them all)`)]
      : []),
  ];
}

const presentGet: Presenter<"kit init" | "kit get" | "kit set"> = (output, terminal) => {
  if (!output.kit_initialized)
    return ["The state is empty. To create it: holdall kit init --vision TEXT"];
  const rows = [
    ["vision", output.vision],
    ["agents", output.agents],
    ["task", output.anchor?.current_task ?? null],
    ["next step", output.anchor?.next_step ?? null],
  ] as const;
  return [
    ...columns(
      rows.map(([name, text]) => [name, text === null ? "none" : printable(text)]),
      terminal,
    ),
  ];
};

const presentOkfExport: Presenter<"okf export"> = (output, terminal) => {
  const { ok, copied_files, verified_records, target, findings } = output;
  const records = formatCount(verified_records, "valid record");
  const result = ok
    ? `${terminal.style("green", "Copied")} ${formatCount(copied_files, "file")} with ${records} to ${terminal.path(target)}`
    : `${terminal.style("red", "Not copied")}: ${records}`;
  return [...findingLines(findings, terminal), result, ...(ok ? [KEPT_LINE] : [])];
};

const presentOkfQualify: Presenter<"okf qualify"> = ({ lines, opaque, damaged }, terminal) => {
  const trail = lines.flatMap(({ ts, action, entry_id = "", reason = "", signals = {} }) => {
    const numbers = Object.entries(signals).map(([name, value]) => `${signalName(name)} ${value}`);
    const why = [reason, ...numbers].filter((each) => each !== "").join(", ");
    const head = `${printable(ts)}  ${action.padEnd(10)}  ${printable(entry_id)}`;
    const rest = wrap(printable(why), terminal.width - 4).map((line) => `    ${line}`);
    return [head, ...(why === "" ? [] : rest.map((line) => terminal.style("dim", line)))];
  });
  const invalid = `${formatCount(opaque, "line")} could not be read; see \`holdall verify\``;
  const isMeasured = lines.some(({ signals = {} }) => Object.keys(signals).length > 0);
  return [
    ...(trail.length === 0 ? ["No decision matches"] : trail),
    ...(isMeasured ? [terminal.style("dim", signalLegend)] : []),
    ...(damaged ? [invalid] : []),
  ];
};

const presentStatus: Presenter<"kit status"> = (output, terminal) => {
  const collection = terminal.style("dim", `collection ${printable(output.collection)}`);
  const title = `${terminal.style("bold", stateTitle(output))}  ${collection}`;
  if (!output.kit_initialized) return [title, "The state is empty; there is nothing to export"];
  const { entries, archived, head_seq, state_hash } = output;
  return [
    title,
    ...columns(
      [
        ["entries", `${entries} in force, ${archived} archived`],
        ["tokens", tokenUse(output)],
        ["last event", String(head_seq)],
        ["hash", state_hash],
        ["checkpoint", output.last_checkpoint ?? "none"],
      ],
      terminal,
    ),
  ];
};

const presentValidate: Presenter<"kit validate"> = (output, terminal) => {
  const { ok, format, bundle, replayable, edits, unfit } = output;
  const verdict = ok ? terminal.style("green", "Valid:") : terminal.style("red", "Not valid:");
  const rows = bundle === null ? [] : numberRows(bundle);
  for (const edit of edits) rows.push(["edited", printable(edit)]);
  for (const fault of unfit) rows.push(["incompatible", printable(fault)]);
  if (replayable) rows.push(["replay", "every past state can be rebuilt from this bundle"]);
  return [
    ...findingLines(output.findings, terminal),
    `${verdict} ${format ?? "unknown format"}`,
    ...columns(rows, terminal),
  ];
};

/** How the results of these operations are shown. */
export default {
  "kit export": presentExport,
  "kit import": presentImport,
  "kit status": presentStatus,
  "kit validate": presentValidate,
  "kit replay": presentStateReplay,
  "kit init": presentGet,
  "kit get": presentGet,
  "kit set": presentGet,
  "okf verify": presentBundleVerify,
  "okf qualify": presentOkfQualify,
  "okf export": presentOkfExport,
  dream: presentDream,
  "dream diff": presentDreamDiff,
  "dream adopt": presentDreamAdopt,
  "dream discard": presentDreamDiscard,
} satisfies Presenters<"kit">;
