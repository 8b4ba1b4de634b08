import { patchStat } from "../compare/patch-stat.ts";
import type { Check } from "./checks.ts";

/** Whether a check passed, and why. */
export interface Answer {
  readonly passed: boolean;
  readonly detail: string;
  /** The end of what a command printed. */
  readonly output?: string;
}

type DiffCheck = Extract<
  Check,
  { kind: "diff_touches_only" | "diff_max_lines" | "forbidden_paths" }
>;

/** Answers a check about the patch of a run. */
export function checkDiff(check: DiffCheck, patch: string): Answer {
  const { files, added, removed } = patchStat(patch);
  const paths = files.map(({ path }) => path);
  switch (check.kind) {
    case "diff_max_lines": {
      const lines = added + removed;
      return { passed: lines <= check.max, detail: `${lines} changed lines, at most ${check.max}` };
    }
    case "diff_touches_only": {
      const outside = paths.filter((path) => !matchesAny(path, check.paths));
      return listed(outside, "nothing else was changed", "changed besides");
    }
    case "forbidden_paths": {
      const inside = paths.filter((path) => matchesAny(path, check.paths));
      return listed(inside, "nothing forbidden was changed", "changed");
    }
    default:
      return check satisfies never;
  }
}

function listed(paths: readonly string[], well: string, ill: string): Answer {
  if (paths.length === 0) return { passed: true, detail: well };
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return { passed: false, detail: `${ill}: ${paths.slice(0, 5).join(", ")}${more}` };
}

/** A pattern is a path, a folder (everything below it), or has `*` for any characters. */
function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const bare = pattern.replace(/\/$/, "");
    return path === bare || path.startsWith(`${bare}/`) || matchesStars(path, pattern);
  });
}

/** Matches parts between stars one after the other: no pattern can make it slow. */
function matchesStars(path: string, pattern: string): boolean {
  const parts = pattern.split("*");
  if (parts.length === 1) return false;
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!path.startsWith(first) || !path.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= path.length - last.length;
}
