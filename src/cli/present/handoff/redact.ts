import { printable } from "../../../base/text/text.ts";
import { wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

/** Every redaction with its place, its rule and its surroundings; the text itself is written as it is. */
const present: Presenter<"redact"> = ({ file, redactions }, terminal) => {
  if (redactions.length === 0) return [`No secrets found in ${terminal.path(file)}`];
  const count = redactions.length === 1 ? "1 secret" : `${redactions.length} secrets`;
  return [
    `Found ${count} in ${terminal.path(file)}`,
    ...redactions.flatMap(({ rule, line, column, before, secret, after }) => [
      `${terminal.path(file)}:${line}:${column}  ${terminal.style("bold", rule)}`,
      ...wrap(printable(`${before}[${secret}]${after}`), terminal.width - 4, "    "),
    ]),
  ];
};

export default present;
