import { termsOf } from "../base/text/terms.ts";
import { similarity } from "./rank/diversity.ts";
import type { Excerpt } from "./search/search-units.ts";

/** So many hits may be as long as requested; those after them are half as long, so that more of them are read. */
const LONG_HITS = 5;
/** Two excerpts that share more of their terms than this say the same, such as a list of tasks that is shown again. */
const SAME = 0.5;

/** What was found and not yet shortened. */
export interface Candidate {
  excerptOf(maxLength: number): Excerpt;
  /** Whether it is a turn of a conversation, of which repeated ones are left out. */
  readonly isTurn: boolean;
}

/** The best candidates with their excerpts, in their order, without turns that repeat what a better one shows. */
export function chooseExcerpts<Each extends Candidate>(
  ranked: readonly Each[],
  limit: number,
  maxLength: number,
): readonly { readonly each: Each; readonly content: string; readonly isExcerpt: boolean }[] {
  const chosen: { each: Each; content: string; isExcerpt: boolean }[] = [];
  const known: ReadonlySet<string>[] = [];
  for (const each of ranked) {
    if (chosen.length === limit) break;
    const length = chosen.length < LONG_HITS ? maxLength : maxLength / 2;
    const { text, isComplete } = each.excerptOf(length);
    if (each.isTurn) {
      const terms = new Set(termsOf(text));
      if (known.some((other) => similarity(terms, other) > SAME)) continue;
      known.push(terms);
    }
    chosen.push({ each, content: text, isExcerpt: !isComplete });
  }
  return chosen;
}
