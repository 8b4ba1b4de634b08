import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import type { UserConfig } from "../../runtime/user-config.ts";

/** What a scheduler starts again and again. */
export interface ScheduledJob {
  /** An absolute program and its arguments, which choose all variables themselves. */
  readonly command: readonly string[];
  readonly every: UserConfig["keep"]["every"];
}

/** A text that a scheduler obeys: as it is, and as it is to be; null where there is none. */
export interface ScheduleChange {
  /** A file, or what a person calls it where the system keeps it. */
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * A program of the system that starts others at set times. A new one is a file here and a line in `registry.ts`.
 *
 * Contract, checked by `test/keep/schedulers.test.ts`:
 * - `plan` writes nothing, and refuses to replace a text that is not ours;
 * - `apply` makes all changes of a plan or, when it throws, none;
 * - what is not ours keeps its bytes, and `plan(…, null)` removes exactly what `plan(…, job)` placed.
 */
export interface Scheduler {
  /** With its article, as sentences name it. */
  readonly displayName: string;
  /** When it starts the job, and when not. */
  readonly behaviour: string;
  /** Why it cannot be used on this machine; null when it can. */
  obstacle(environment: AgentEnvironment): Promise<string | null>;
  /** The changes that let it start a job, or with null none of ours any more. */
  plan(environment: AgentEnvironment, job: ScheduledJob | null): Promise<readonly ScheduleChange[]>;
  /** Makes the changes and lets the scheduler know of them. */
  apply(environment: AgentEnvironment, changes: readonly ScheduleChange[]): Promise<void>;
}

/** The first line of every text of ours, as a comment. */
export const MARK = "Written by `holdall keep on`; `holdall keep off` removes it.";

/** The arguments with which every scheduler and hook starts this program. */
export const UNATTENDED = ["keep", "now", "--unattended"] as const;

/** Refuses a text in the place of ours that somebody else wrote. */
export function requireOurs(file: string, text: string | null): void {
  if (text === null || text.includes(MARK)) return;
  throw new HoldallError("E_EXISTS", `Cannot change "${file}": it was not written by holdall`, {
    cure: "rename it and try again",
  });
}

/** Whether a plan changes anything. */
export function isChanged({ before, after }: ScheduleChange): boolean {
  return before !== after;
}
