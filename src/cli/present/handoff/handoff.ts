import { quoteForShell } from "../../../base/quote-for-shell.ts";
import { printable } from "../../../base/text.ts";
import type { Distilled } from "../../../handoff/distil/distilled.ts";
import type { LossReport } from "../../../model/loss.ts";
import { columns, type Terminal, wrap } from "../../terminal.ts";
import { lossGroups } from "../loss-groups.ts";
import { distilledLines } from "./distilled.ts";

type Output = Handed | Undone;

interface Undone {
  readonly kind: "undo";
  readonly session_id: string;
  readonly dry_run: boolean;
  readonly notes: readonly string[];
}

interface Handed {
  readonly kind: "handoff";
  /** Null for a path. */
  readonly agent: string | null;
  readonly session_id: string;
  readonly path: string;
  readonly resume: readonly (readonly string[])[];
  readonly loss: LossReport;
  readonly redactions: readonly {
    readonly kind: string;
    readonly placeholder: string;
    readonly count: number;
    readonly where: string;
  }[];
  readonly distilled: Distilled | null;
  readonly from: {
    readonly agent: string;
    readonly session_id: string;
    readonly title: string | null;
  };
  readonly dry_run: boolean;
  readonly notes: readonly string[];
}

const WOULD = "would hand over";
const DONE = "handed over";

export default function present(output: Output, terminal: Terminal): string[] {
  return output.kind === "undo" ? undoLines(output, terminal) : handedLines(output, terminal);
}

function undoLines(output: Undone, terminal: Terminal): string[] {
  const done = output.dry_run
    ? terminal.style("yellow", "would undo")
    : terminal.style("green", "undone");
  return [`${done}  ${output.session_id}`, ...noteLines(output, terminal)];
}

function handedLines(output: Handed, terminal: Terminal): string[] {
  const { from, loss } = output;
  const verb = output.dry_run ? terminal.style("yellow", WOULD) : terminal.style("green", DONE);
  const counts = `${loss.kept} kept, ${loss.changed} changed, ${loss.summarised} summarised, ${loss.dropped} dropped`;
  return [
    ...headLines(verb, output, terminal),
    ...(from.title === null ? [] : [`  ${printable(from.title).slice(0, terminal.width - 2)}`]),
    ...(output.agent === null ? [] : [`  ${terminal.path(output.path)}`]),
    `${terminal.style("bold", "loss")}  ${counts}`,
    ...lossGroups(loss.items, terminal),
    ...redactionLines(output, terminal),
    ...distilledLines(output.distilled, terminal),
    ...noteLines(output, terminal),
    ...resumeLines(output, terminal),
  ];
}

/** Who handed over to whom: in one line where it fits. */
function headLines(verb: string, output: Handed, terminal: Terminal): string[] {
  const { from, dry_run } = output;
  const giver = `${from.agent} ${from.session_id}`;
  const receiver = targetOf(output, terminal);
  const indent = " ".repeat((dry_run ? WOULD : DONE).length);
  const width = indent.length + giver.length + receiver.length + 5;
  if (width <= terminal.width) return [`${verb}  ${giver} → ${receiver}`];
  return [`${verb}  ${giver}`, `${indent}→ ${receiver}`];
}

function targetOf({ agent, session_id, path }: Handed, terminal: Terminal): string {
  return agent === null ? terminal.path(path) : `${agent} ${session_id}`;
}

function redactionLines({ redactions }: Handed, terminal: Terminal): string[] {
  if (redactions.length === 0) return [];
  return [
    terminal.style("bold", "redacted"),
    ...columns(
      redactions.map(({ placeholder, count, where }) => [
        placeholder,
        `${count} ×, first ${where}`,
      ]),
      terminal,
    ),
  ];
}

function noteLines({ notes }: Output, terminal: Terminal): string[] {
  return notes.flatMap((note) => wrap(`note  ${printable(note)}`, terminal.width, "      "));
}

function resumeLines({ resume }: Handed, terminal: Terminal): string[] {
  const [first, ...others] = resume;
  if (first === undefined) return [];
  return [
    `${terminal.style("bold", "go on with")}  ${first.map(quoteForShell).join(" ")}`,
    ...others.map((words) => `        or  ${words.map(quoteForShell).join(" ")}`),
  ];
}
