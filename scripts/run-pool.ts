/** Does something with each item in order, at most `width` at a time. */
export async function runPool<Item>(
  items: readonly Item[],
  width: number,
  run: (item: Item) => Promise<void>,
  spare?: Spare,
): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await run(item);
  };
  const working = Array.from({ length: width }, work);
  const stopHelping = spare === undefined ? null : helpWhileIdle(left, run, spare);
  try {
    await Promise.all(working);
  } finally {
    await stopHelping?.();
  }
}

/** When more items than usual are begun. */
export interface Spare {
  /** How many at a time beside the usual ones, at most. */
  readonly most: number;
  /** Whether the machine could do more now than it does. */
  readonly isIdle: () => boolean;
  /** How often that is asked, in ms. */
  readonly everyMs: number;
}

/** Begins one more item whenever the machine is idle; returns what ends this and waits for those that run. */
function helpWhileIdle<Item>(
  left: Iterator<Item>,
  run: (item: Item) => Promise<void>,
  { most, isIdle, everyMs }: Spare,
): () => Promise<void> {
  const helping = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const help = (): void => {
    if (!isIdle() || helping.size >= most) return;
    const next = left.next();
    if (next.done) return;
    const running = run(next.value)
      .catch((error) => void failures.push(error))
      .finally(() => helping.delete(running));
    helping.add(running);
  };
  const timer = setInterval(help, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(helping);
    if (failures.length > 0) throw failures[0];
  };
}
