import { formatCount } from "../../../base/text/format-count.ts";
import type { OverviewData } from "./overview-data.ts";

/** What may have changed in a project: its commits, and its entries in force. */
type Project = Pick<OverviewData, "commits" | "state">;

/** What changed in a project after a moment, in words; empty where nothing did, or nobody knows. */
export function changesSince(moment: string | null, { commits, state }: Project): string {
  const time = Date.parse(moment ?? "");
  if (Number.isNaN(time)) return "";
  const isLater = (at: string) => Date.parse(at) > time;
  const later = (commits?.newest ?? []).filter(({ at }) => isLater(at));
  const oldest = later.at(-1);
  const more = commits?.has_more && later.length === commits.newest.length ? " or more" : "";
  const entries = (state?.entries ?? []).filter((entry) => isLater(entry.committed_at)).length;
  return [
    oldest === undefined
      ? ""
      : `${formatCount(later.length, "commit")}${more} changed ${formatCount(oldest.files, "file")}`,
    entries === 0
      ? ""
      : `${formatCount(entries, "entry", "entries")} of the state ${entries === 1 ? "is" : "are"} newer`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}
