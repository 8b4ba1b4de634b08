/** How much of the processors' time nobody used. */
import { cpus } from "node:os";

/** Returns a function that gives the idle share (0 to 1) of all processors' time since it was called last. */
export function createIdleMeter(read: typeof cpus = cpus): () => number {
  let before = totalOf(read());
  return () => {
    const now = totalOf(read());
    const all = now.all - before.all;
    const share = all > 0 ? (now.idle - before.idle) / all : 0;
    before = now;
    return share;
  };
}

function totalOf(processors: ReturnType<typeof cpus>): {
  readonly idle: number;
  readonly all: number;
} {
  let idle = 0;
  let all = 0;
  for (const { times } of processors) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}
