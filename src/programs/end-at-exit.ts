/** Programs that run, each with the step that ends it. */
const running = new Set<() => void>();
let isHooked = false;

/**
 * Ends a program when this process ends, unless that is cancelled. It comes before any other step of the end:
 * a program that still runs would create again what those remove.
 */
export function endAtExit(end: () => void): () => void {
  running.add(end);
  if (!isHooked) process.prependListener("exit", endRunning);
  isHooked = true;
  return () => void running.delete(end);
}

function endRunning(): void {
  for (const end of running) {
    try {
      end();
    } catch {
      // The others are ended all the same; the process ends anyway.
    }
  }
}
