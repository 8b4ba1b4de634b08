import * as z from "zod";
import { findObjects } from "../../base/json/find-objects.ts";

const share = z.number().min(0).max(1);

const scoresSchema = z.object({
  relevance: share,
  novelty: share,
  drift: share,
  slot: z.string().max(200).nullish(),
  reason: z.string().max(2_000).nullish(),
  contradicts: z.string().max(512).nullish(),
});

/** A judge's opinion: three numbers from 0 to 1, with optional remarks. */
export type JudgeScores = z.infer<typeof scoresSchema>;

/** The scores in a reply: the first of its JSON objects that has all three; null when none has. */
export function parseScores(reply: string): JudgeScores | null {
  for (const object of findObjects(reply)) {
    const scores = scoresSchema.safeParse(object);
    if (scores.success) return scores.data;
  }
  return null;
}
