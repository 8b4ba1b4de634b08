import { formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { proofSentence } from "../../../web/text/proof-sentence.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

type Output = Shown<"handoff">;

/** Differences that are shown; `--json` has all of them. */
const MAX_SHOWN = 10;

const MARKS = {
  complete: ["green", "✓"],
  incomplete: ["red", "✗"],
  unavailable: ["yellow", "!"],
} as const;

/** What the receiver's own program shows of the session, and what is missing there. */
export function proofLines({ proof }: Output, terminal: Terminal): string[] {
  if (proof === undefined) return [];
  const [colour, sign] = MARKS[proof.state];
  const mark = terminal.style(colour, sign);
  const lines = wrap(printable(proofSentence(proof)), terminal.width - 2);
  return [
    ...lines.map((line, at) => (at === 0 ? `${mark} ${line}` : `  ${line}`)),
    ...findingLines(proof.findings, terminal),
  ];
}

function findingLines(
  findings: NonNullable<Output["proof"]>["findings"],
  terminal: Terminal,
): string[] {
  const lines = findings.slice(0, MAX_SHOWN).flatMap(({ code, file, line, message }) => {
    const place = file === null ? "" : ` ${file}:${line}`;
    return wrap(printable(`${code}${place}: ${message}`), terminal.width - 4).map((each, at) =>
      at === 0 ? `  ${each}` : `    ${each}`,
    );
  });
  const more = findings.length - MAX_SHOWN;
  return more > 0 ? [...lines, `  and ${formatNumber(more)} more (--json lists all)`] : lines;
}
