import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt, printable } from "../../../base/text/text.ts";
import { type Citation, commandForCitation } from "../../../model/citation.ts";
import { reasonTexts } from "../../../state/gate/reason-texts.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"state review">;

/** What was decided, and what still waits, by session. */
const present: Presenter<"state review"> = ({ reviewed, waiting }, terminal) => {
  const lines = reviewed.map((each) => reviewedLine(each, terminal));
  if (waiting.length === 0) {
    return [...lines, reviewed.length === 0 ? "Nothing waits for a review" : "Nothing else waits"];
  }
  const sessions = [...new Set(waiting.map(({ citation }) => citation.session))];
  for (const session of sessions) {
    const own = waiting.filter(({ citation }) => citation.session === session);
    lines.push(
      `Session ${printable(session)} proposes ${formatCount(own.length, "entry", "entries")}:`,
      ...own.flatMap((proposal) => proposalLines(proposal, terminal)),
    );
  }
  return [...lines, "To decide: holdall state review --keep ID,ID --skip ID (--yes keeps all)"];
};

export default present;

function proposalLines(
  { id, slot, text, citation, status, source, doubt }: Output["waiting"][number],
  terminal: Terminal,
): readonly string[] {
  const facts = [
    printable(slot),
    ...(status === "in force" ? [] : [printable(status)]),
    ...(source === "rules" ? [] : [`written by ${printable(source)}`]),
  ].join(", ");
  const lines = [
    `  ${id}  ${printable(text)}`,
    `    ${terminal.style("dim", facts)}`,
    ...citedLines(citation, terminal),
  ];
  if (doubt === null) return lines;
  return [...lines, `    ${terminal.style("yellow", "unproven")}: ${printable(doubt)}`];
}

/** The command that shows where a session states it; what cites nothing has none. */
function citedLines(citation: Citation, terminal: Terminal): readonly string[] {
  if (citation.item === "none") return [];
  return [`    ${terminal.style("dim", `from: ${commandForCitation(citation)}`)}`];
}

function reviewedLine(
  { outcome, text, entry, contradicts, reason, proposal }: Output["reviewed"][number],
  terminal: Terminal,
): string {
  const quoted = `"${excerpt(text)}"`;
  const replaced = contradicts === null ? "" : ` in place of ${excerpt(contradicts)}`;
  switch (outcome) {
    case "kept":
      return `${terminal.style("green", "Kept")} ${excerpt(entry ?? "")}  ${quoted}${replaced}`;
    case "known":
      return `Already in force (${excerpt(entry ?? "")})  ${quoted}`;
    case "skipped":
      return `Skipped ${quoted}`;
    case "waiting":
      return contradicts === null
        ? `Not kept: ${reasons[reason] ?? printable(reason)}  ${quoted}`
        : `Not kept: it contradicts ${excerpt(contradicts)}  ${quoted}; to replace that entry: --keep ${proposal}`;
    default:
      return outcome satisfies never;
  }
}

const reasons: Readonly<Record<string, string>> = reasonTexts;
