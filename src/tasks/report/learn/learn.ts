import * as z from "zod";
import { habitSchema, habitsOf } from "./habits.ts";
import type { LearnedRun } from "./learned-run.ts";
import { lastSharedSchema, partingSchema, partingsOf } from "./partings.ts";

/** What the runs of one task show about why some of them fail. */
export const lessonSchema = () =>
  z.object({
    title: z.string(),
    succeeded: z.number(),
    failed: z.number(),
    habits: z.array(habitSchema()).readonly(),
    partings: z.array(partingSchema()).readonly(),
    lastShared: z.array(lastSharedSchema()).readonly(),
    /** Whether each agent always succeeded or always failed: then these may be habits of the agents. */
    agentsDecide: z.boolean(),
  });

/** What the runs of one task show about why some of them fail. */
export type Lesson = z.infer<ReturnType<typeof lessonSchema>>;

/** What all tasks of a report show. */
export const learningSchema = () =>
  z.object({
    lessons: z.array(lessonSchema()).readonly(),
    /** Tasks with too few successful or failed runs that have steps. */
    tooFewRuns: z.number(),
  });

/** What all tasks of a report show. */
export type Learning = z.infer<ReturnType<typeof learningSchema>>;

/** So many runs of each kind are needed before anything is said. */
const MIN_LEARNED = 2;

/** Learns from the runs of one task; null when there are too few. */
export function learnFrom(title: string, all: readonly LearnedRun[]): Lesson | null {
  const runs = all.filter(({ steps }) => steps.length > 0);
  const succeeded = runs.filter(({ isSuccess }) => isSuccess).length;
  const failed = runs.length - succeeded;
  if (succeeded < MIN_LEARNED || failed < MIN_LEARNED) return null;
  const agentsDecide = [...Map.groupBy(runs, ({ agent }) => agent).values()].every((mine) =>
    mine.every(({ isSuccess }) => isSuccess === mine[0]?.isSuccess),
  );
  const habits = habitsOf(runs);
  return { title, succeeded, failed, habits, ...partingsOf(runs), agentsDecide };
}
