/**
 * Shares runs of some work. A run answers those who asked before it began; who asks while it runs waits for the next one,
 * with all others who do, so that nobody gets what may have been read before they asked.
 */
export function shareRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;

  function begin(): Promise<Result> {
    const run = work();
    const end = () => {
      if (next === null) running = null;
    };
    // Before what `next` waits for, so that there is never more than one run.
    run.then(end, end);
    running = run;
    return run;
  }

  function beginNext(): Promise<Result> {
    next = null;
    return begin();
  }

  return () => {
    if (running === null) return begin();
    next ??= running.then(beginNext, beginNext);
    return next;
  };
}
