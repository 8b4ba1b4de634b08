/** How many times within the limit the open calls are looked at: one ends late by at most a tenth of it. */
const LOOKS = 10;

/** Lets a piece of work be ended when its time is over; returns what is called when it has ended by itself. */
export type Deadlines = (end: () => void) => () => void;

/**
 * Creates the time limit of the calls of a server. One timer serves them all: a timer for each call would
 * cost more than many an operation.
 */
export function createDeadlines(limitMs: number): Deadlines {
  const open = new Set<{ readonly due: number; readonly end: () => void }>();

  function endWhatIsDue(): void {
    const now = performance.now();
    for (const each of open) {
      if (each.due > now) return; // The later ones are not due either.
      open.delete(each);
      each.end();
    }
  }

  setInterval(endWhatIsDue, limitMs / LOOKS).unref();
  return (end) => {
    const each = { due: performance.now() + limitMs, end };
    open.add(each);
    return () => void open.delete(each);
  };
}
