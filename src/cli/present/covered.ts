import { formatCount } from "../../base/text/format-count.ts";
import type { Shown } from "./presenter.ts";

type Covered = Shown<"memory find">["covered"];

const NAMES = [
  ["sessions", "session"],
  ["threads", "thread"],
  ["units", "unit"],
  ["entries", "entry of the state", "entries of the state"],
  ["requests", "request"],
] as const satisfies readonly (readonly [keyof Covered, ...string[]])[];

/** What a search looked at, as a sentence: "Searched 12 sessions, 3 threads and 40 units." */
export function describeCovered(covered: Covered): string {
  const parts = NAMES.filter(([key]) => covered[key] > 0).map(([key, one, many]) =>
    formatCount(covered[key], one, many),
  );
  if (parts.length === 0) return "There was nothing to search.";
  const last = parts.pop();
  return `Searched ${parts.length === 0 ? last : `${parts.join(", ")} and ${last}`}.`;
}
