import { formatCount } from "../../base/text/format-count.ts";
import type { HiddenUse } from "./checks.ts";

/** Paths that are named one by one. */
const NAMED = 5;

/** Which files of a run the task's hidden files replaced; null when there are none. */
export function replacedText(hidden: HiddenUse | undefined): string | null {
  if (hidden === undefined || hidden.replaced.length === 0) return null;
  const { replaced } = hidden;
  const named = replaced.slice(0, NAMED).join(", ");
  const more = replaced.length > NAMED ? ` and ${replaced.length - NAMED} more` : "";
  const were = replaced.length === 1 ? "was" : "were";
  return `${formatCount(replaced.length, "file")} of the agent ${were} replaced by the task's hidden files: ${named}${more}`;
}
