import { ageOf } from "../../../base/age.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { truncateEnd } from "../../../base/text/one-line.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable } from "../../../base/text/text.ts";
import { fitMatch } from "../../../sessions/index/matching-lines.ts";
import type { Terminal } from "../../terminal.ts";
import { describeCovered } from "../covered.ts";
import { factLines } from "../fact-lines.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"search">;
type Found = Output["found"][number];

const present: Presenter<"search"> = (output, terminal) => {
  const { found, words, searched, unreadable, cut } = output;
  const missed = [
    ...(unreadable > 0 ? [`${unreadable} could not be read.`] : []),
    ...(cut > 0 ? [`Not searched: parts of ${formatCount(cut, "text")} over 256 KiB.`] : []),
  ];
  if (found.length === 0) {
    const query = printable(words.join(" "));
    if (searched === 0 && unreadable === 0) {
      return [`Nothing found for "${query}": there are no sessions to search.`, WHERE_TO_LOOK];
    }
    return [`Nothing found for "${query}". ${describeCovered(output.covered)}`, ...missed];
  }
  return [
    ...found.flatMap((each) => foundLines(each, output, terminal)),
    `To read one: ${commandFor(found[0], words.join(" "))}`,
    terminal.style("dim", describeCovered(output.covered)),
    ...missed,
  ];
};

export default present;

const WHERE_TO_LOOK = "`holdall doctor` shows which agents are looked for.";

/** The command that shows what was found, at its place. */
function commandFor(found: Found | undefined, query: string): string {
  const id = found === undefined ? "ID" : quoteForShell(printable(found.id));
  if (found?.kind === "memory") return `holdall memory get ${id}`;
  if (found?.kind === "request") return `holdall request show ${id}`;
  if (found?.kind === "state") return `holdall state log --entry ${id}`;
  const [best] = found?.matches ?? [];
  const shown = best?.kind === "thinking" ? " --thinking" : best?.tool != null ? " --tools" : "";
  return `holdall show ${id} --find=${quoteForShell(printable(query))}${shown}`;
}

function foundLines(found: Found, { now, words }: Output, terminal: Terminal): string[] {
  const age = ageOf(Date.parse(now) - Date.parse(found.modified_at));
  const head = `${(found.agent ?? found.kind).padEnd(9)}${age.padStart(5)}  `;
  const indent = " ".repeat(head.length);
  const width = terminal.width - head.length;
  const title = truncateEnd(printable(found.title ?? "(no title)"), width);
  const where = found.cwd === null ? null : terminal.folder(found.cwd);
  const lines = found.matches.map(({ kind, tool, line }) => {
    if (found.kind !== "session" && found.kind !== "thread")
      return indent + fitMatch(line, words, width);
    const label = tool === null ? kind : `${kind} ${printable(tool)}`;
    return `${indent}${terminal.style("cyan", label)}  ${fitMatch(line, words, Math.max(20, width - label.length - 2))}`;
  });
  return [
    head + terminal.style("bold", title),
    ...factLines([found.id, found.kept ? "kept, only in your backup" : "", where], width).map(
      (line) => indent + terminal.style("dim", line),
    ),
    ...lines,
  ];
}
