import { nearestNames } from "../registry.ts";

/** As many as a reader takes in at a glance. */
const MAX_NEAR = 3;
const MAX_LISTED = 8;

/** The names that a word may have meant: those that begin with it, else the nearest ones. */
export function candidatesFor(typed: string, names: Iterable<string>): readonly string[] {
  const known = [...names];
  const longer = typed === "" ? [] : known.filter((name) => name.startsWith(typed));
  return longer.length > 0 ? longer : nearestNames(typed, known).slice(0, MAX_NEAR);
}

/** A question with candidates, for the cure of an error; undefined when there are none. */
export function didYouMean(candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const quoted = candidates.slice(0, MAX_LISTED).map((each) => `"${each}"`);
  if (candidates.length > MAX_LISTED) return `did you mean ${quoted.join(", ")}, …?`;
  const last = quoted.pop() ?? "";
  return `did you mean ${quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`}?`;
}
