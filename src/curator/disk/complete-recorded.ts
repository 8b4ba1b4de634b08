/**
 * What follows a commit: files that show what was recorded. Every operation that records first and then writes files
 * goes through here, so that a file which cannot be written never looks as if nothing had been recorded. The error
 * says what is recorded, which files are missing and which command writes them.
 */

import { HoldallError } from "../../base/errors.ts";
import { placeOf, toIoError } from "../../disk/io-error.ts";

/** A file, or several that belong together, and what writes them when it fails here. */
export interface FileStep {
  /** The command that completes it later, without recording anything twice. */
  readonly completedBy: string;
  write(): void | Promise<void>;
}

/** Checks or prepares files before something is recorded. A failure says that nothing is. */
export async function beforeRecording<Result>(
  what: string,
  prepare: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await prepare();
  } catch (thrown) {
    const error = toIoError(thrown, doing(thrown));
    if (!(error instanceof HoldallError)) throw error;
    const { code, message, cure, findings } = error;
    throw new HoldallError(code, `Cannot record ${what}: ${message}`, {
      cure: cure === undefined ? NOTHING : `${cure}; ${NOTHING}`,
      findings,
      cause: error,
    });
  }
}

const NOTHING = "nothing was recorded";

function doing(error: unknown): string {
  return `write${placeOf(error).replace(/^ on/, "")}`;
}

/** Writes files of something that is recorded. Each is tried, also when another one failed. */
export async function completeRecorded(what: string, steps: readonly FileStep[]): Promise<void> {
  const failures: { readonly error: HoldallError; readonly completedBy: string }[] = [];
  for (const { write, completedBy } of steps) {
    try {
      await write();
    } catch (thrown) {
      const error = toIoError(thrown, doing(thrown));
      if (!(error instanceof HoldallError)) throw error;
      failures.push({ error, completedBy });
    }
  }
  if (failures.length > 0) throw unfinished(what, failures);
}

function unfinished(
  what: string,
  failures: readonly { readonly error: HoldallError; readonly completedBy: string }[],
): HoldallError {
  const reasons = [...new Set(failures.map(({ error }) => error.message))];
  const commands = [...new Set(failures.map(({ completedBy }) => `\`${completedBy}\``))];
  const shown = reasons.length > MAX_REASONS ? [...reasons.slice(0, MAX_REASONS), "…"] : reasons;
  return new HoldallError(
    "E_UNFINISHED",
    `Recorded ${what}, but its files are not complete: ${shown.join("; ")}`,
    {
      cure: `do not record it again; remove the obstacle, then run ${commands.join(" and ")}`,
      cause: failures[0]?.error,
    },
  );
}

/** Reasons that an error lists. */
const MAX_REASONS = 3;

/** Keeps something for the next run, which can do without: a folder that cannot be written is no failure. */
export function keepForNextRun(keep: () => void): void {
  try {
    keep();
  } catch (thrown) {
    if (!(toIoError(thrown, "keep it") instanceof HoldallError)) throw thrown;
  }
}
