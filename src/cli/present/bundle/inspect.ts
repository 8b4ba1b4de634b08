import { printable } from "../../../base/text/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { documentOf } from "../document.ts";
import { countFindings, findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { kindOf, sessionRows, useLines } from "./session-file.ts";

const MAX_LINES_SHOWN = 20;

const present: Presenter<"inspect"> = (output, terminal) => {
  if (output.markdown !== null) return [documentOf(output.markdown)];
  const { session } = output;
  const kind = output.format ? `${output.format} ${output.version ?? ""}`.trim() : kindOf(session);
  const isUnknown = output.title === null && session === undefined;
  const heading = isUnknown ? `Not a bundle: ${kind}` : (output.title ?? "Without a title");
  const about = isUnknown ? output.container : `${kind}, ${output.container}`;
  const rows =
    session === undefined
      ? output.facts.map(({ label, value }) => [label, printable(String(value))] as const)
      : sessionRows(session);
  return [
    `${terminal.style("bold", printable(heading))}  ${terminal.style("dim", about)}`,
    ...columns(rows, terminal),
    ...output.outline.flatMap((section) => outlineLines(section, terminal)),
    ...(session === undefined ? [] : useLines(session, terminal)),
    ...(output.findings.length === 0
      ? []
      : ["", countFindings(output.findings), ...findingLines(output.findings, terminal)]),
  ];
};

export default present;

function outlineLines(
  { heading, lines }: { readonly heading: string; readonly lines: readonly string[] },
  terminal: Terminal,
): string[] {
  const shown = lines
    .slice(0, MAX_LINES_SHOWN)
    .map((line) => `  ${cut(printable(line), terminal.width - 2)}`);
  const more = lines.length - shown.length;
  return [
    "",
    terminal.style("cyan", printable(heading)),
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function cut(line: string, width: number): string {
  const points = [...line.replaceAll("\n", " ")];
  return points.length > width ? `${points.slice(0, width - 1).join("")}…` : points.join("");
}
