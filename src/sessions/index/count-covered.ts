import * as z from "zod";

/** How much of each kind a search looked at. */
export const coveredSchema = () =>
  z.object({
    sessions: z.number(),
    threads: z.number(),
    units: z.number(),
    /** Entries of states. */
    entries: z.number(),
    requests: z.number(),
  });

/** How much of each kind a search looked at. */
type Covered = z.infer<ReturnType<typeof coveredSchema>>;

const NAMES = {
  session: "sessions",
  thread: "threads",
  memory: "units",
  state: "entries",
  request: "requests",
} as const;

/** Counts what was searched, by kind. */
export function countCovered(kinds: Iterable<string>): Covered {
  const covered = { sessions: 0, threads: 0, units: 0, entries: 0, requests: 0 };
  for (const kind of kinds) {
    const name = Object.hasOwn(NAMES, kind) ? NAMES[kind as keyof typeof NAMES] : null;
    if (name !== null) covered[name]++;
  }
  return covered;
}
