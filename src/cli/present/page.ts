import { formatBytes, formatCount } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { documentOf } from "./document.ts";
import type { Presenter, Presenters } from "./presenter.ts";
import { replacedLines } from "./secrets.ts";

const presentView: Presenter<"view" | "task view"> = (
  { out, html, title, bytes, shortened, redactions },
  terminal,
) =>
  out === null
    ? [documentOf(html ?? "")]
    : [
        `${terminal.style("green", "Wrote")} ${terminal.path(out)} (${formatBytes(bytes)}): ${excerpt(title)}`,
        ...(shortened > 0 ? [`${formatCount(shortened, "text")} cut: too long for a page`] : []),
        ...replacedLines(redactions),
      ];

/** How the results of these operations are shown. */
export default {
  view: presentView,
} satisfies Presenters<"page">;
