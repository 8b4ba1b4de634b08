import { shellWord } from "../../base/shell-word.ts";
import { printable } from "../../base/text.ts";
import type { LossReport } from "../../model/loss.ts";
import { columns, type Terminal, wrap } from "../terminal.ts";
import { distilledLines, type ShownDistilled } from "./distilled.ts";
import { lossGroups } from "./loss-groups.ts";

interface Output {
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
  readonly distilled: ShownDistilled | null;
  readonly from: {
    readonly agent: string;
    readonly session_id: string;
    readonly title: string | null;
  };
  readonly dry_run: boolean;
  readonly undone: boolean;
  readonly notes: readonly string[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  if (output.undone) {
    return [
      `${terminal.style("green", "undone")}  ${output.session_id}`,
      ...noteLines(output, terminal),
    ];
  }
  const { from, loss } = output;
  const verb = output.dry_run
    ? terminal.style("yellow", "would hand over")
    : terminal.style("green", "handed over");
  const counts = `${loss.kept} kept, ${loss.changed} changed, ${loss.summarised} summarised, ${loss.dropped} dropped`;
  return [
    `${verb}  ${from.agent} ${from.session_id} → ${targetOf(output, terminal)}`,
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

function targetOf({ agent, session_id, path }: Output, terminal: Terminal): string {
  return agent === null ? terminal.path(path) : `${agent} ${session_id}`;
}

function redactionLines({ redactions }: Output, terminal: Terminal): string[] {
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

function resumeLines({ resume }: Output, terminal: Terminal): string[] {
  const [first, ...others] = resume;
  if (first === undefined) return [];
  return [
    `${terminal.style("bold", "go on with")}  ${first.map(shellWord).join(" ")}`,
    ...others.map((words) => `        or  ${words.map(shellWord).join(" ")}`),
  ];
}
