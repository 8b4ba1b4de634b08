import * as z from "zod";
import type { WorkspaceSource } from "./list-sources.ts";

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
export function countCovered(kinds: Iterable<WorkspaceSource["kind"] | "memory">): Covered {
  const covered = { sessions: 0, threads: 0, units: 0, entries: 0, requests: 0 };
  for (const kind of kinds) covered[NAMES[kind]]++;
  return covered;
}
