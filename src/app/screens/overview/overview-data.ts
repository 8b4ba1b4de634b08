import { formatCount } from "../../../base/text/format-count.ts";
import type { Answer } from "../../answers.ts";

/** The first look at a workspace. */
export type OverviewData = Answer<"overview">;

/** The current state. */
export type StateInForce = NonNullable<OverviewData["state"]>;

/** An entry in force. */
export type EntryInForce = StateInForce["entries"][number];

/** What waits for a person. */
export type AttentionData = OverviewData["attention"];

/** An entry whose files or commit have changed since it was committed. */
export type OutdatedEntry = AttentionData["stale"][number];

/** What has changed since an entry was committed. */
export function reasonOf({ changed, missing }: Pick<OutdatedEntry, "changed" | "missing">): string {
  const parts = [
    changed.length > 0 ? `${formatCount(changed.length, "file")} changed since: ${changed[0]}` : "",
    missing.length > 0 ? `${formatCount(missing.length, "file")} gone: ${missing[0]}` : "",
  ].filter((part) => part !== "");
  return parts.join("; ") || "its commit is gone";
}
