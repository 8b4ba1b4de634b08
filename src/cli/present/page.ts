import { formatBytes, formatCount } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import type { Terminal } from "../terminal.ts";
import { documentOf } from "./document.ts";
import type { Presenter, Presenters } from "./presenter.ts";
import { replacedLines } from "./secrets.ts";

const presentView: Presenter<"view" | "task view"> = (
  { out, html, title, bytes, shortened, redactions },
  terminal,
) => {
  if (out === null) return isShown(terminal) ? notWritten(bytes) : [documentOf(html ?? "")];
  return [
    `${terminal.style("green", "Wrote")} ${terminal.path(out)} (${formatBytes(bytes)}): ${excerpt(title)}`,
    ...(shortened > 0 ? [`${formatCount(shortened, "text")} cut: too long for a page`] : []),
    ...replacedLines(redactions),
  ];
};

/** In a pipe or a file, rows have no width. */
function isShown({ rowWidth }: Terminal): boolean {
  return rowWidth !== null;
}

function notWritten(bytes: number): string[] {
  return [
    `Nothing was written: the page is HTML (${formatBytes(bytes)}), which a terminal cannot show.`,
    "Repeat the command with a file for it, such as --out page.html, and open that in a browser.",
  ];
}

/** How the results of these operations are shown. */
export default {
  view: presentView,
} satisfies Presenters<"page">;
