import { formatBytes, formatCount } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { printable, printableLine } from "../../base/text/text.ts";
import { replacedText } from "../../tasks/judge/replaced-text.ts";
import { formatScore } from "../../tasks/report/format-values.ts";
import type { Terminal } from "../terminal.ts";
import presentPacked from "./bundle/pack.ts";
import { unpackedLines } from "./bundle/unpack.ts";
import { countFindings, findingLines } from "./findings.ts";
import page from "./page.ts";
import type { PiecePresenters, Presenter, Presenters, Shown } from "./presenter.ts";
import presentCompare from "./task/compare.ts";
import { presentExport, presentImport } from "./task/exchange.ts";
import presentInspect from "./task/inspect.ts";
import presentReport, { unreadLines } from "./task/report.ts";
import presentRun, { piece as runPiece } from "./task/run.ts";
import { tableLines } from "./task/table.ts";

const presentArchive: Presenter<"task archive"> = (output, terminal) =>
  presentPacked(output, terminal);

const presentBadge: Presenter<"task badge"> = ({ badge, label, value, errors }, terminal) => [
  ...unreadLines(errors, terminal),
  `Wrote ${terminal.path(badge)} (${label}: ${printable(value)})`,
];

const presentExtract: Presenter<"task extract"> = (output, terminal) =>
  unpackedLines("Extracted", output, terminal);

const presentInit: Presenter<"task init"> = (output, terminal) => [
  `${terminal.style("green", "Created")} ${terminal.path(output.out)} (${output.files.join(", ")})`,
  "To continue: fill in task.md (and summary.md, if the task is done), then run",
  `  holdall task pack --config ${quoteForShell(`${terminal.path(output.out)}/taskbundle.config.json`)} --out ${quoteForShell(terminal.path(output.bundle))}`,
];

const styles = { success: "green", partial: "yellow", failure: "red" } as const;

const presentCheck: Presenter<"task check"> = (
  { isSound, faults, notes, nothing, solution, bundle },
  terminal,
) => [
  `doing nothing: ${nothing.status}, score ${nothing.score}`,
  ...(solution === null
    ? []
    : [`the reference solution: ${solution.status}, score ${solution.score}`]),
  ...faults.map((fault) => terminal.style("red", printableLine(fault))),
  ...notes.map((note) => `Note: ${printableLine(note)}`),
  isSound
    ? `${terminal.style("green", "Sound")} task ${terminal.path(bundle)}: its checks distinguish a solution from nothing`
    : faults.length === 0
      ? `No fault found in ${terminal.path(bundle)}: doing nothing fails; that a solution passes was not tried`
      : `Do not compare agents with ${terminal.path(bundle)} yet: ${formatCount(faults.length, "fault")}`,
];

const presentJudge: Presenter<"task judge"> = (
  { checks, status, score, hidden, bundle, recorded, modelJudge },
  terminal,
) => [
  ...checks.map(({ name, kind, passed, detail }) => {
    const mark = passed ? terminal.style("green", "passed") : terminal.style("red", "failed");
    return `${mark}  ${printable(name)} (${kind}): ${printable(detail)}`;
  }),
  `${terminal.style(styles[status], status)}, score ${score}`,
  ...replacedLines(hidden),
  ...(modelJudge === null
    ? []
    : [
        `${printable(modelJudge.model)} gives ${modelJudge.score ?? "no score"}: ${printable(modelJudge.notes ?? "")}`,
      ]),
  recorded
    ? `Recorded the outcome in ${terminal.path(bundle)}`
    : "Nothing was recorded. Add --record to write the outcome into the bundle.",
];

const presentVerdict: Presenter<"task verdict"> = ({ bundle, status, note }, terminal) => [
  `Recorded ${terminal.style(styles[status], status)} in ${terminal.path(bundle)}: ${printableLine(note)}`,
];

function replacedLines(hidden: Shown<"task judge">["hidden"]): string[] {
  const replaced = replacedText(hidden);
  return replaced === null ? [] : [printableLine(replaced)];
}

const presentPack: Presenter<"task pack"> = (output, terminal) => {
  const state = output.state === null ? "" : `, state ${output.state} the task`;
  const files = output.files === 0 ? "no files" : formatCount(output.files, "file");
  return [
    ...findingLines(output.findings, terminal),
    output.dryRun
      ? `Would pack "${printableLine(output.title)}" to ${terminal.path(output.out)} (${files}${state}); nothing was written`
      : `${terminal.style("green", "Packed")} task bundle ${terminal.path(output.out)} (${files}${state})`,
    ...(output.dryRun ? [] : [`  ${printableLine(output.title)}`, `  id ${printable(output.id)}`]),
    ...hiddenLines(output.hidden),
    ...(output.dryRun ? [] : [output.archive, output.zip]).flatMap((file) =>
      file === null ? [] : [`  archive ${terminal.path(file)}`],
    ),
    ...(output.dryRun ? [] : proofLines(output, terminal)),
  ];
};

/** Whether a packed task is proven, and what to do if it is not. */
function proofLines(
  { proof, checks, out }: Pick<Shown<"task pack">, "proof" | "checks" | "out">,
  terminal: Terminal,
): string[] {
  const { state, reasons, needs, needsSolution } = proof;
  if (state === "proven") {
    return [
      `${terminal.style("green", "Proven")}: its reference solution passes, doing nothing fails, and two runs of the checks agree`,
    ];
  }
  if (state === "not proven") {
    const place = quoteForShell(terminal.path(out));
    const by = checks === null ? "--check 'npm test'" : `--checks ${quoteForShell(checks)}`;
    const allowed = needs === "allow-exec" ? " --allow-exec" : "";
    const doing = needsSolution ? "To see that its check fails so far" : "To prove it";
    const checking = `${doing}: holdall task check ${place} ${by}${allowed}`;
    const runs = quoteForShell(`${terminal.path(out)}-runs`);
    const running = `To let agents do it: holdall task run ${place} --with claude,codex ${by}${allowed} --out ${runs}`;
    return [
      `Not proven: ${printableLine(reasons.join("; "))}`,
      ...(needs === null ? [] : [checking]),
      // There is no solution to prove it by: the next thing is to let agents find one.
      ...(needsSolution ? [running] : []),
    ];
  }
  return [
    ...reasons.map((reason) => terminal.style("red", printableLine(reason))),
    `Do not compare agents with it yet: ${formatCount(reasons.length, "fault")}`,
  ];
}

/** Hidden files that are named one by one; `--json` lists them all. */
const HIDDEN_NAMED = 10;

function hiddenLines(hidden: readonly string[]): string[] {
  if (hidden.length === 0) return [];
  const named = hidden.slice(0, HIDDEN_NAMED).map((path) => `    ${printableLine(path)}`);
  const more = hidden.length - named.length;
  return [
    `  ${formatCount(hidden.length, "file")} hidden from agents, used only to judge a run:`,
    ...named,
    ...(more === 0 ? [] : [`    and ${more} more`]),
  ];
}

const presentReplayCheck: Presenter<"task replay check"> = (output, terminal) => [
  ...findingLines(
    output.issues.filter(({ code }) => code !== "W_NOT_REPLAYABLE"),
    terminal,
  ),
  ...replayLines(output, terminal),
];

const STARTS = {
  snapshot: "the captured files",
  "reversed-diff": "the captured files with the diff reversed",
  repository: "a commit of its repository",
} as const;

/** Whether a task can be run again, from what, and what prevents it. */
function replayLines(
  { replayReady, replay }: Pick<Shown<"task replay check">, "replayReady" | "replay">,
  terminal: Terminal,
): string[] {
  const { start, failed, advice } = replay;
  const verdict = replayReady
    ? `${terminal.style("green", "Replay ready")}: starts from ${start === null ? "unknown" : STARTS[start]}`
    : terminal.style("yellow", "Not replay ready");
  return [
    verdict,
    ...failed.map((reason) => `  ${printable(reason)}`),
    ...advice.map((reason) => `  Advice: ${printable(reason)}`),
  ];
}

const origins: Readonly<Record<Shown<"task replay prepare">["start"], string>> = {
  snapshot: "",
  "reversed-diff": "; the patch was taken back",
  repository: "; from the commit in the repository",
};

const presentReplayPrepare: Presenter<"task replay prepare"> = (output, terminal) => {
  const links = output.links === 0 ? "" : `, ${formatCount(output.links, "link")}`;
  const facts = `${formatCount(output.files, "file")}${links}, ${formatBytes(output.bytes)}`;
  const how = origins[output.start];
  return [
    ...output.leftOut.map(({ path, why }) => `Left out ${printableLine(path)}: it is ${why}`),
    `${terminal.style("green", "Prepared")} ${terminal.path(output.out)} (${facts}${how})`,
  ];
};

const presentScan: Presenter<"task scan"> = ({ bundles, errors }, terminal) => {
  const rows = bundles.map((row) => [
    row.title,
    row.tool ?? "unknown",
    row.model ?? "unknown",
    row.status ?? "unknown",
    formatScore(row.score),
    String(row.workspaceFileCount),
    String(row.eventCount),
    row.bundleDir,
  ]);
  const heading = ["title", "agent", "model", "status", "score", "files", "events", "run"];
  // The run is what the next command names: it is cut last.
  const fit = { width: terminal.rowWidth, shrink: [0, 2, 1, 7] };
  return [
    ...(rows.length === 0 ? [] : tableLines([heading, ...rows], fit)),
    ...unreadLines(errors, terminal),
    `Found ${formatCount(bundles.length, "task bundle")}`,
  ];
};

const presentValidate: Presenter<"task validate"> = (output, terminal) => {
  const verdict = output.valid
    ? terminal.style("green", "Valid task bundle")
    : terminal.style("red", "Not a valid task bundle");
  return [
    ...findingLines(
      output.issues.filter(({ code }) => code !== "W_NOT_REPLAYABLE"),
      terminal,
    ),
    `${verdict} (level ${output.level}, ${countFindings(output.issues)})`,
    ...replayLines(output, terminal),
  ];
};

/** How the results of these operations are shown. */
export default {
  "task init": presentInit,
  "task pack": presentPack,
  "task import": presentImport,
  "task export": presentExport,
  "task archive": presentArchive,
  "task extract": presentExtract,
  "task inspect": presentInspect,
  "task validate": presentValidate,
  "task replay check": presentReplayCheck,
  "task replay prepare": presentReplayPrepare,
  "task compare": presentCompare,
  "task scan": presentScan,
  "task report": presentReport,
  "task badge": presentBadge,
  "task check": presentCheck,
  "task judge": presentJudge,
  "task verdict": presentVerdict,
  "task run": presentRun,
  "task view": page.view,
} satisfies Presenters<"task">;

/** How the pieces of these operations are shown. */
export const pieces = {
  "task run": runPiece,
} satisfies PiecePresenters<"task">;
