import * as z from "zod";
import { isObject } from "../../base/json/value.ts";

const share = z.number().min(0).max(1);

const scoresSchema = z.object({
  relevance: share,
  novelty: share,
  drift: share,
  slot: z.string().max(200).nullish(),
  reason: z.string().max(2_000).nullish(),
  contradicts: z.string().max(512).nullish(),
});

/** What a judge thinks of a candidate: three numbers from 0 to 1, and what it says beside them. */
export type JudgeScores = z.infer<typeof scoresSchema>;

/** Places where an object may begin that are tried; a reply of braces alone must not cost a second. */
const MAX_STARTS = 50;
/** Characters of a reply that are looked at. */
export const MAX_REPLY = 64 * 1024;

/** The scores in a reply: of its JSON objects, the first that has all three; null when none has. */
export function parseScores(reply: string): JudgeScores | null {
  for (const object of objectsIn(reply)) {
    const scores = scoresSchema.safeParse(object);
    if (scores.success) return scores.data;
  }
  return null;
}

/** The JSON objects that stand in a text, outermost first. */
export function* objectsIn(reply: string): Generator<object> {
  const text = reply.slice(0, MAX_REPLY);
  let start = text.indexOf("{");
  for (let tried = 0; start !== -1 && tried < MAX_STARTS; tried++) {
    const end = endOfObject(text, start);
    const value = end === null ? null : parseJson(text.slice(start, end));
    if (isObject(value)) yield value;
    start = text.indexOf("{", isObject(value) && end !== null ? end : start + 1);
  }
}

/** Behind the brace that closes the one at `start`; braces inside strings are text. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
