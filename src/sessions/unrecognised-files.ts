import fs from "node:fs";
import type { Agent } from "../agents/agent.ts";
import { formatCount } from "../base/text/format-count.ts";

/** Gathers files of an agent's store that have the name of a session or a log and are no session that we know. */
export interface UnrecognisedFiles {
  readonly paths: readonly string[];
  add(path: string): void;
  /** Why sessions of the store may be missing; null when there is no such file. */
  reason(agent: Pick<Agent, "testedVersions">): string | null;
}

/** Starts to gather such files. An empty one is nothing unusual: a program may begin a file and write nothing into it. */
export function gatherUnrecognised(): UnrecognisedFiles {
  const paths: string[] = [];
  return {
    paths,
    add(path) {
      if (hasContent(path)) paths.push(path);
    },
    reason({ testedVersions }) {
      const [first] = paths;
      if (first === undefined) return null;
      const files = formatCount(paths.length, "file");
      return `no session was recognised in ${files}, such as "${first}": renamed, damaged, not yours to read, or of a version newer than ${testedVersions.newest}`;
    },
  };
}

/** Whether something is there: also what cannot be looked at. */
function hasContent(path: string): boolean {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size > 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code !== "ENOTDIR" && code !== "ELOOP";
  }
}
