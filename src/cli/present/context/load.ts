import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt, printableLine } from "../../../base/text/text.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context load"> = ({ files, skipped, lines }, terminal) => [
  ...files.flatMap(({ path, text }) => [
    terminal.style("bold", `--- ${printableLine(path)}`),
    documentOf(text),
    "",
  ]),
  `${formatCount(files.length, "file")}, ${formatCount(lines, "line")}`,
  ...skipped.map(({ link, reason }) => `Not loaded: ${excerpt(link)} (${reason})`),
];

export default present;
