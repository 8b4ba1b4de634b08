import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Check = Shown<"doctor">["checks"][number];

const MARKS = { ok: ["green", "✓"], note: ["yellow", "!"], problem: ["red", "✗"] } as const;

const present: Presenter<"doctor"> = ({ checks }, terminal) => {
  const areas = [...new Set(checks.map(({ area }) => area))];
  const countOf = (wanted: Check["status"]) =>
    checks.filter(({ status }) => status === wanted).length;
  const [problems, notes] = [countOf("problem"), countOf("note")];
  const marked = notes === 0 ? "" : `; ${formatCount(notes, "point")} marked ! to look at`;
  return [
    ...areas.flatMap((area) => [
      terminal.style("bold", area),
      ...checks.filter((each) => each.area === area).flatMap((each) => checkLines(each, terminal)),
      "",
    ]),
    problems === 0
      ? `${terminal.style("green", "Nothing is broken")}${marked}`
      : `${terminal.style("red", formatCount(problems, "problem"))}${marked}`,
  ];
};

export default present;

function checkLines({ subject, status, detail, cure }: Check, terminal: Terminal): string[] {
  const [style, mark] = MARKS[status];
  const text = printable(`${subject}: ${detail}`);
  const [first = "", ...rest] = wrap(text, terminal.width - 4);
  return [
    `  ${terminal.style(style, mark)} ${first}`,
    ...rest.map((line) => `    ${line}`),
    ...(cure === null
      ? []
      : wrap(`→ ${printable(cure)}`, terminal.width - 4, "  ").map((line) => `    ${line}`)),
  ];
}
