import type { Weighed } from "./condense.ts";
import { kindOfStatement } from "./cues.ts";
import type { Digest } from "./digest.ts";
import { isOvertaken } from "./overtaken.ts";
import { statementsOf } from "./sentences.ts";

/** Headings of what a summary says about the moment in which it was written. */
const MOMENT =
  /pending|current|next|in progress|progress|to-?do|remaining|blocked|open|optional|status|state|left|errors?|problem|files?|code|working set/i;
/** The same in a statement: it was so when the summary was written. */
const MOMENTARY =
  /\b(?:pending|not (?:yet )?started|in progress|just (?:completed|finished|wrote|started)|currently|current state|to be (?:done|implemented|written)|proceed to|(?:is|still) failing|failing as expected|red phase)\b/i;
/** What agents put around their summaries. */
const BOILERPLATE =
  /continued from a previous conversation|ran out of context|summary (?:below|of the conversation|is provided)|another language model|continue (?:the conversation|with the last task)|please continue|without asking|compact|<\/?(?:summary|analysis|state_snapshot)>|transcript at:/i;

/**
 * What is still true of the last summary that an agent wrote: its goals, wishes, constraints and decisions. What
 * it says about its own moment was overtaken by the turns since.
 */
export function summaryStatements({ summary, turns }: Digest): readonly Weighed[] {
  if (summary === null) return [];
  // Where the session itself begins with it, nothing else reports what came before.
  const base = summary.turns === 0 ? 0.55 : 0.25;
  const isOld = isOlderThanWork(summary, turns);
  const changed = filesChangedSince(turns, summary.turns);
  let lead = "";
  const found: Weighed[] = [];
  for (const { text, isLead } of statementsOf(summary.text)) {
    if (isLead) lead = text;
    else if (!BOILERPLATE.test(text) && !(isOld && MOMENT.test(lead))) {
      const kind = kindOfStatement(text);
      const isOver = kind === "next" || MOMENTARY.test(text) || isOvertaken({ text, lead });
      if (isOld && isOver) continue;
      if (changed.some((name) => text.includes(name))) continue;
      const cue = kind === "constraint" || kind === "decision" || kind === "rejection" ? 0.2 : 0;
      found.push({ text, weight: base + cue + Math.max(0, 0.2 - found.length * 0.01) });
    }
  }
  return found;
}

/** Whether something was asked or done since; after a compaction an agent often goes on without a request. */
function isOlderThanWork(
  { turns: before, done }: NonNullable<Digest["summary"]>,
  turns: Digest["turns"],
): boolean {
  return turns.length > before || (turns[before - 1]?.actions.length ?? 0) > done;
}

/** Names of files that were changed after the summary, so that what it says of them is out of date. */
function filesChangedSince(turns: Digest["turns"], from: number): readonly string[] {
  const edits = turns
    .slice(Math.max(0, from - 1))
    .flatMap(({ actions }) => actions.filter(({ kind }) => kind === "edit"));
  const names = edits.flatMap(({ text }) => text.split(", ").map((path) => nameOf(path)));
  return [...new Set(names)].filter((name) => name.length > 4);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}
