import { formatCount } from "../../../base/format-count.ts";
import type { Distilled } from "../../../handoff/distil/distilled.ts";
import type { LossReport } from "../../../model/loss.ts";
import type { Terminal } from "../../terminal.ts";
import presentBundle from "../kit/import.ts";
import presentLog from "../ledger/import.ts";
import { lossGroups } from "../loss-groups.ts";
import { distilledLines } from "./distilled.ts";

interface Output {
  readonly kind: "session" | "log" | "bundle";
  readonly agent: string | null;
  readonly session_id: string | null;
  readonly thread_id: string | null;
  readonly appended: number;
  readonly known: number;
  readonly messages: number;
  readonly derived: {
    readonly offered: number;
    readonly admitted: number;
    readonly superseded: number;
    readonly rejected: number;
  } | null;
  readonly distilled: Distilled | null;
  readonly thread: {
    readonly thread_id: string;
    readonly messages: number;
    readonly runs: number;
    readonly known: number;
    readonly loss: LossReport;
  } | null;
  readonly report: object | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { kind, agent, session_id, derived, report } = output;
  if (report !== null) {
    // The report is what the import of its kind gave out.
    const shown = kind === "log" ? presentLog : presentBundle;
    return [...shown(report as never, terminal)];
  }
  const counts = `${formatCount(output.appended, "new record")}, ${output.known} known, ${formatCount(output.messages, "question")}`;
  return [
    `${terminal.style("green", "imported")}  ${agent} ${session_id}: ${counts}`,
    ...(derived === null ? [] : [stateLine(derived)]),
    ...distilledLines(output.distilled, terminal),
    ...(output.thread === null ? [] : threadLines(output.thread, terminal)),
    `see it with \`holdall thread compile ${output.thread?.thread_id ?? output.thread_id} --explain\``,
  ];
}

function threadLines(thread: NonNullable<Output["thread"]>, terminal: Terminal): string[] {
  const { thread_id, messages, runs, known, loss } = thread;
  const counts = `${formatCount(messages, "new message")}, ${formatCount(runs, "new run")}, ${formatCount(known, "turn")} known`;
  return [`thread    ${thread_id}: ${counts}`, ...lossGroups(loss.items, terminal)];
}

function stateLine(derived: NonNullable<Output["derived"]>): string {
  const { offered, admitted, superseded, rejected } = derived;
  return `state     ${offered} statements: ${admitted} admitted, ${superseded} superseded others, ${rejected} rejected; see \`holdall state show\``;
}
