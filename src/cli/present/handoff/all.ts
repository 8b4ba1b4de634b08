import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { oneLine, truncateEnd } from "../../../base/text/one-line.ts";
import { printable } from "../../../base/text/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

type All = NonNullable<Shown<"handoff">["all"]>;
type Row = All["sessions"][number];

/** Every session with what became of it; those that were there before are only counted. */
export function allLines(
  { all, agent, dry_run, tokens, notes }: Shown<"handoff">,
  terminal: Terminal,
): string[] {
  if (all === undefined) return [];
  const { sessions, handed_over, updated, already, empty, failed } = all;
  const noted = notes.flatMap((note) => wrap(`note: ${printable(note)}`, terminal.width, "      "));
  if (sessions.length === 0) return ["No session to hand over.", ...noted];
  const counts = [
    updated > 0 ? `${formatNumber(updated)} updated` : "",
    already > 0 ? `${formatNumber(already)} there already` : "",
    empty > 0 ? `${formatNumber(empty)} without messages` : "",
    failed > 0 ? `${formatNumber(failed)} failed` : "",
  ].filter((count) => count !== "");
  const done = dry_run
    ? terminal.style("yellow", "Preview")
    : terminal.style("green", "Handed over");
  const what = `${formatCount(handed_over, "session")} → ${agent}`;
  const size = `about ${formatNumber(tokens)} tokens`;
  return [
    `${done}  ${[what, ...counts, size].join(", ")}`,
    ...sessions
      .filter(({ state }) => state !== "already there")
      .flatMap((row) => rowLines(row, terminal)),
    ...noted,
    ...(dry_run ? ["Nothing was written; leave out --dry-run to hand over."] : []),
    ...(handed_over > 0 && !dry_run
      ? ["To undo one: holdall handoff --undo with its id; --list has them all"]
      : []),
    ...(failed > 0 && !dry_run ? ["To try those that failed again, run the same command."] : []),
  ];
}

function rowLines(row: Row, terminal: Terminal): string[] {
  const { state, agent, session_id, title, target, error } = row;
  const mark = state === "failed" ? terminal.style("red", "✗") : state === "empty" ? "·" : "✓";
  const name = truncateEnd(
    printable(oneLine(title ?? session_id)),
    terminal.width - agent.length - 6,
  );
  const detail = error === null ? factsOf(row) : error;
  const where = target === null ? "" : `${printable(target)}  `;
  return [
    `${mark} ${printable(agent)}  ${name}`,
    ...wrap(`${where}${printable(detail)}`, terminal.width - 4).map((line) =>
      terminal.style("dim", `    ${line}`),
    ),
  ];
}

function factsOf({ state, messages, tokens, changed, missing }: Row): string {
  if (state === "empty") return "no messages";
  return [
    formatCount(messages, "message"),
    `about ${formatNumber(tokens)} tokens`,
    changed > 0 ? `${formatNumber(changed)} changed` : "",
    missing > 0 ? `${formatNumber(missing)} missing` : "complete",
  ]
    .filter((fact) => fact !== "")
    .join(", ");
}
