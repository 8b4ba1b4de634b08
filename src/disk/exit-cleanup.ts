/** Steps that undo unfinished work, in the order in which the work was begun. */
const pending = new Set<() => void>();
let isHooked = false;

/**
 * Registers a step that runs when the process ends, unless it is cancelled before. The newest step runs
 * first, because later work builds on earlier work: a file is removed before the folder that it is in.
 *
 * Node runs steps for a normal end, `process.exit()` and an uncaught error; the command line turns
 * Ctrl-C and SIGTERM into one of these. What remains after a SIGKILL is found by its name: see
 * `abandoned.ts`.
 */
export function runAtExit(step: () => void): () => void {
  pending.add(step);
  if (!isHooked) process.on("exit", runPending);
  isHooked = true;
  return () => void pending.delete(step);
}

function runPending(): void {
  for (const step of [...pending].toReversed()) {
    try {
      step();
    } catch {
      // The process ends anyway, and its result was reported before.
    }
  }
}
