import { type Finding, isOk } from "../base/findings.ts";
import type { Replay, TaskBundle } from "../model/task-bundle.ts";

/** What a check of a task bundle decides. */
export interface Verdict {
  readonly valid: boolean;
  readonly replayReady: boolean;
  readonly replay: Replay;
}

const UNREADABLE: Replay = {
  ready: false,
  start: null,
  state: null,
  failed: ["The bundle cannot be read"],
  advice: [],
};

/** Whether a bundle is valid and, as a separate question, whether its task can be run again. */
export function judgeReading(
  task: Pick<TaskBundle, "replay"> | null,
  findings: readonly Finding[],
  { strict }: { readonly strict: boolean },
): Verdict {
  // That a task cannot be run again is the other question, also for a strict check.
  const warnings = findings.filter(
    ({ severity, code }) => severity === "warning" && code !== "W_NOT_REPLAYABLE",
  );
  const valid = task !== null && isOk(findings) && !(strict && warnings.length > 0);
  const replay = task?.replay ?? UNREADABLE;
  return { valid, replayReady: valid && replay.ready, replay };
}
