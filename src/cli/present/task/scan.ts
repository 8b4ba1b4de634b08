import { formatCount } from "../../../base/text/format-count.ts";
import { formatScore } from "../../../tasks/report/format-values.ts";
import type { Presenter } from "../presenter.ts";
import { unreadLines } from "./report.ts";
import { tableLines } from "./table.ts";

const present: Presenter<"task scan"> = ({ bundles, errors }, terminal) => {
  const rows = bundles.map((row) => [
    row.title,
    row.tool ?? "unknown",
    row.model ?? "unknown",
    row.status ?? "unknown",
    formatScore(row.score),
    String(row.workspaceFileCount),
    String(row.eventCount),
    row.bundleDir,
  ]);
  const heading = ["title", "tool", "model", "status", "score", "files", "events", "run"];
  return [
    ...(rows.length === 0 ? [] : tableLines([heading, ...rows])),
    ...unreadLines(errors, terminal),
    `Found ${formatCount(bundles.length, "task bundle")}`,
  ];
};

export default present;
