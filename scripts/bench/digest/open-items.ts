import { scoreText } from "./score.ts";
import type { Truth } from "./truth.ts";

/** How the list of open work on a page compares with what is open. */
export interface OpenScore {
  /** Lines of the list, those that name something that is closed, and those that name nothing that is labelled. */
  readonly lines: number;
  readonly closed: number;
  readonly unlabelled: number;
}

/** Scores the list of open work of a page; null where a session has no labels for it. */
export function scoreOpenItems(truth: Truth, page: string): OpenScore | null {
  if (truth.open_items === undefined || truth.closed_items === undefined) return null;
  const lines = openLines(page);
  const open = [
    ...truth.open_items,
    ...truth.facts.filter(({ kind }) => kind === "open" || kind === "next"),
  ];
  const states = (line: string, items: readonly Labelled[]) =>
    items.some(({ anchors }) => contains(truth, line, anchors));
  const others = lines.filter((line) => !states(line, open));
  const closed = others.filter((line) => states(line, truth.closed_items ?? []));
  return { lines: lines.length, closed: closed.length, unlabelled: others.length - closed.length };
}

type Labelled = Pick<Truth["facts"][number], "anchors">;

function contains(truth: Truth, text: string, anchors: Labelled["anchors"]): boolean {
  const fact = { id: "", kind: "", weight: 1, text: "", anchors };
  return scoreText({ ...truth, facts: [fact], false: [] }, text).found === 1;
}

/** The lines below "Still open:", each without its mark. */
function openLines(page: string): readonly string[] {
  const [, after = ""] = page.split("\nStill open:\n", 2);
  const lines = after.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("- "));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !line.startsWith("- the last request"));
}
