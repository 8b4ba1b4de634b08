import { printable } from "../../../base/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";

interface Output {
  readonly file: string;
  readonly redactions: readonly {
    readonly rule: string;
    readonly line: number;
    readonly column: number;
    readonly before: string;
    readonly secret: string;
    readonly after: string;
  }[];
}

/** Every redaction with its place, its rule and its surroundings; the text itself is written as it is. */
export default function present({ file, redactions }: Output, terminal: Terminal): string[] {
  if (redactions.length === 0) return [`No secrets found in ${terminal.path(file)}`];
  const count = redactions.length === 1 ? "1 secret" : `${redactions.length} secrets`;
  return [
    `Found ${count} in ${terminal.path(file)}`,
    ...redactions.flatMap(({ rule, line, column, before, secret, after }) => [
      `${terminal.path(file)}:${line}:${column}  ${terminal.style("bold", rule)}`,
      ...wrap(printable(`${before}[${secret}]${after}`), terminal.width - 4, "    "),
    ]),
  ];
}
