import { removeHiddenText } from "../base/text/invisible.ts";
import type { LossItem } from "./loss.ts";

/** Cleans texts on their way to a model and remembers what was removed from them. */
export interface HiddenTextFilter {
  /** The text without hidden characters; `where` is its place in the source. */
  clean(text: string, where: string): string;
  /** What was removed, one item for each place. */
  loss(): readonly LossItem[];
}

/** Starts a filter that has removed nothing yet. */
export function createHiddenTextFilter(): HiddenTextFilter {
  const loss: LossItem[] = [];
  return {
    clean(original, where) {
      const { text, removed } = removeHiddenText(original);
      if (removed > 0) loss.push({ kind: "dropped", where, why: HIDDEN, count: removed });
      return text;
    },
    loss: () => loss,
  };
}

const HIDDEN = "invisible characters that could hide instructions are not given to a model";
