import fs from "node:fs";
import type { Agent } from "../agents/agent.ts";
import { formatCount } from "../base/text/format-count.ts";

/** Gathers files of an agent's store that have the name of a session and are none that we know. */
export interface UnrecognisedFiles {
  add(path: string): void;
  /** Why a store without a session that we know is no empty one; null when it is. */
  reason(agent: Pick<Agent, "testedVersions">): string | null;
}

/** Starts to gather such files. A single one is nothing unusual: a program may begin a file and write nothing into it. */
export function gatherUnrecognised(): UnrecognisedFiles {
  let count = 0;
  let first: string | null = null;
  return {
    add(path) {
      if (!hasContent(path)) return;
      count++;
      first ??= path;
    },
    reason({ testedVersions }) {
      if (first === null) return null;
      const files = formatCount(count, "file");
      return `no session was recognised in ${files}, such as "${first}": damaged, not yours to read, or of a version newer than ${testedVersions.newest}`;
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
