import { formatMinute } from "../../../base/text/format-minute.ts";
import { truncateEnd } from "../../../base/text/one-line.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable } from "../../../base/text/text.ts";
import { columns, type Terminal, wrap } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { allLines } from "./all.ts";
import { conversationLines } from "./conversation.ts";
import { proofLines } from "./proof.ts";

type Output = Shown<"handoff">;

const DONE = "Handed over";
const PREVIEW = "Preview";
const NOTHING_NEW = "Nothing new";
const CONTINUED = "  (continued there, cannot be undone)";

/** What was handed over, what happened to the conversation, and how to continue or undo it. */
const present: Presenter<"handoff"> = (output, terminal) => {
  if (output.kind === "all") return allLines(output, terminal);
  if (output.kind === "list") return listLines(output, terminal);
  return output.kind === "undo" ? undoLines(output, terminal) : handoffLines(output, terminal);
};

export default present;

function listLines({ handoffs = [] }: Output, terminal: Terminal): string[] {
  if (handoffs.length === 0) return ["Nothing was handed over yet."];
  const rows = handoffs.map(
    ({ at, agent, session_id, title, cwd, continued }): [string, string] => {
      const where = cwd === null ? "" : ` in ${cwd}`;
      const name = truncateEnd(printable(`${title ?? "(no title)"}${where}`), terminal.width - 20);
      return [
        formatMinute(at),
        `${printable(`${agent} ${session_id}`)}${continued ? CONTINUED : ""}\n${name}`,
      ];
    },
  );
  const hint = handoffs.every(({ continued }) => continued)
    ? []
    : ["To undo one: holdall handoff --undo last, or with its id"];
  return [...columns(rows, terminal), ...hint];
}

function undoLines(output: Output, terminal: Terminal): string[] {
  const done = output.dry_run
    ? terminal.style("yellow", "Preview of undoing handoff")
    : terminal.style("green", "Undid handoff");
  return [`${done} ${output.session_id}`, ...noteLines(output, terminal)];
}

function handoffLines(output: Output, terminal: Terminal): string[] {
  const title = output.from?.title ?? null;
  return [
    ...headLines(output, terminal),
    ...(title === null ? [] : [`  ${truncateEnd(printable(title), terminal.width - 2)}`]),
    ...(output.agent === null ? [] : [`  ${terminal.path(output.path)}`]),
    ...(isNothingNew(output) ? [] : conversationLines(output, terminal)),
    ...redactionLines(output, terminal),
    ...findingLines(output, terminal),
    ...noteLines(output, terminal),
    ...proofLines(output, terminal),
    ...(output.dry_run ? ["Nothing was written; leave out --dry-run to hand over."] : []),
    ...commandLines(output, terminal),
  ];
}

/** Source and receiver: in one line where they fit. */
function headLines(output: Output, terminal: Terminal): string[] {
  const { from, dry_run } = output;
  const outcome = isNothingNew(output) ? NOTHING_NEW : dry_run ? PREVIEW : DONE;
  const head = terminal.style(outcome === DONE ? "green" : "yellow", outcome);
  const source = from === null ? "" : `${from.agent} ${from.session_id}`;
  const receiver = receiverOf(output, terminal);
  const width = outcome.length + source.length + receiver.length + 5;
  if (width <= terminal.width) return [`${head}  ${source} → ${receiver}`];
  return [`${head}  ${source}`, `${" ".repeat(outcome.length)}→ ${receiver}`];
}

/** Whether an update found that nothing was added since the handoff, so that nothing was written. */
function isNothingNew({ update }: Output): boolean {
  return update?.outcome === "nothing new";
}

function receiverOf(output: Output, terminal: Terminal): string {
  const { agent, session_id, path, dry_run } = output;
  if (agent === null) return terminal.path(path);
  return dry_run ? agent : `${agent} ${session_id}`;
}

function redactionLines({ redactions }: Output, terminal: Terminal): string[] {
  if (redactions.length === 0) return [];
  const rows = redactions.map(({ placeholder, count, where }): [string, string] => {
    const times = count === 1 ? "once" : `${count} times`;
    return [placeholder, `${times}, first at ${where}`];
  });
  return [terminal.style("bold", "secrets replaced"), ...columns(rows, terminal)];
}

/** One line per kind of finding, with the first place; `--json` has all of them. */
function findingLines({ findings }: Output, terminal: Terminal): string[] {
  return [...Map.groupBy(findings, ({ code }) => code)].flatMap(([code, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const place = first.file === null ? "" : ` ${first.file}${first.line ? `:${first.line}` : ""}`;
    const more = found.length === 1 ? "" : ` (and ${found.length - 1} more)`;
    const text = `${code}${place}: ${first.message}${more}`;
    return wrap(printable(text), terminal.width - 2).map((line, at) =>
      at === 0 ? `${terminal.style("yellow", "!")} ${line}` : `  ${line}`,
    );
  });
}

function noteLines({ notes }: Output, terminal: Terminal): string[] {
  return notes.flatMap((note) => wrap(`note: ${printable(note)}`, terminal.width, "      "));
}

function commandLines({ resume, cwd, undo }: Output, terminal: Terminal): string[] {
  const [first, ...others] = resume;
  const line = (label: string, argv: readonly string[], folder = "") =>
    `${terminal.style("bold", label.padStart(12))} ${folder}${argv.map(quoteForShell).join(" ")}`;
  const isElsewhere = cwd !== null && terminal.path(cwd) !== ".";
  const folder = isElsewhere ? `cd ${quoteForShell(cwd)} && ` : "";
  return [
    ...(first === undefined ? [] : [line("To continue:", first, folder)]),
    ...others.map((argv) => line("or:", argv, folder)),
    ...(undo === null ? [] : [line("To undo:", undo)]),
  ];
}
