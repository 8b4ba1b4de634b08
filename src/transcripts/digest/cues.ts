import { kindElsewhere } from "./other-languages.ts";

/** What a statement is, as far as its words show. */
export type FactKind = "decision" | "rejection" | "constraint" | "next" | "fact";

/** Words that show it, the most telling first: a sentence is of the first kind that matches. */
const CUES: readonly (readonly [FactKind, RegExp])[] = [
  [
    "rejection",
    // regex: a statement has at most 400 characters
    /\b(?:reject\w*|rul(?:ed?|ing) out|instead of|rather than|discard\w*|abandon\w*|gave up on|turned down|decided against|did ?n[o']t work|does ?n[o']t work|no longer|out of the question|not an option|(?:not|never|won't|don't) (?:go(?:ing)? with|use|using|pick|adopt))\b/i,
  ],
  [
    "decision",
    // regex: a statement has at most 400 characters
    /\b(?:decid\w*|decision|chose|chosen|choos\w+|cho?ice|going with|go with|went with|will use|we(?:'ll| will| should)? use|let'?s use|agree[ds]?|select(?:ed)?|settl\w+ (?:on|for)|pick(?:ed)?|opt(?:ed)? for|prefer\w*|stick(?:ing)? with|standardi[sz]\w+ on|switch(?:ed|ing)? to)\b/i,
  ],
  [
    "next",
    // regex: a statement has at most 400 characters
    /\b(?:next(?: step| up| is| we| i|,|:)?|to-?dos?|remain\w*|still (?:to|need\w*|missing|open|left)|left to do|after that|follow[- ]ups?|pending|blocked|in progress|continue (?:with|by)|pick up|not (?:yet )?done|up next)\b/i,
  ],
  [
    "constraint",
    // regex: a statement has at most 400 characters
    /\b(?:must(?:n't| not)?|never|always|requir\w*|cannot|can't|do not|don't|may not|only|at (?:most|least)|no (?:more|less|fewer) than|ha(?:s|ve) to|needs? to|make sure|ensure|forbid\w*|mandatory|limit\w*|without (?:any|a|an|the|breaking|chang\w+)|keep(?:s|ing)? (?:to|the|it|all)|under no|off[- ]limits|should(?:n't| not)?|budget|deadline|constraint)\b/i,
  ],
];

/** Something that can be looked up: a path, a name in code, a number with a meaning. */
// regex: a statement has at most 400 characters
const SPECIFIC =
  /`[^`\n]{2,}`|(?:^|[\s("'])[\w.@-]*\/[\w./@-]+|(?<![\w-])[\w-]+\.(?:[a-z]{1,4}|json|yaml|toml|lock)\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+\b|\b\d+(?:\.\d+)*\s?(?:ms|s|MB|GB|KB|%|k|px)?\b|\b[A-Z]{2,}\b/;

/** The kind of a statement; null for one that nobody will miss. */
export function kindOfStatement(sentence: string): FactKind | null {
  for (const [kind, pattern] of CUES) if (pattern.test(sentence)) return kind;
  const elsewhere = kindElsewhere(sentence);
  if (elsewhere !== null) return elsewhere;
  // A question is answered or asked again; it is nothing to keep.
  return SPECIFIC.test(sentence) && !sentence.endsWith("?") ? "fact" : null;
}

/** Whether a text names something that can be looked up. */
export function namesSomething(text: string): boolean {
  return SPECIFIC.test(text);
}

/** Lines that name what went wrong, and lines that only speak of it. */
// regex: 2,000 characters of a line are looked at
const ERROR_HEAD =
  /^(?:\S{1,40}:\s)?(?:ERR_[A-Z_]{3,60}\b|\[?(?:error|fatal|panic|failure|traceback|assertion failed)\]?|\w*(?:Error|Exception|Fault))\b/i;
// regex: 2,000 characters of a line are looked at
const ERROR_LINE =
  /\b(?:\w*error|\w*exception|panic|traceback|fatal|failed|failure|cannot|can't|not found|no such|undefined|denied|refused|timed? ?out|unexpected|invalid|missing|segmentation|abort\w*|E[A-Z]{3,})\b/i;

/** Lines that begin or replace an error without naming it. */
const UNINFORMATIVE = /^traceback \(most recent|^error: ?\(none\)$/i;

/** The line of an output that says what went wrong; the last one when none does. */
export function errorLineOf(output: string): string | null {
  const lines = output
    .slice(0, 256 * 1024)
    .split("\n")
    .map((line) => line.trim().slice(0, 2000))
    .filter((line) => line.length > 3 && !UNINFORMATIVE.test(line));
  const telling =
    lines.find((line) => ERROR_HEAD.test(line)) ?? lines.findLast((line) => ERROR_LINE.test(line));
  return (telling ?? lines.at(-1))?.slice(0, 300) ?? null;
}

/** Whether a call failed: as its agent says, or as its output does where the agent marks nothing. */
export function hasFailed({
  ok,
  content,
}: {
  readonly ok: boolean;
  readonly content: string;
}): boolean {
  return !ok || EXITED.test(content.slice(0, 2000));
}

// regex: 2,000 characters are looked at
const EXITED = /\b(?:exit(?:ed)?(?: with)?(?: code)?|exit status|Exit Code)[:\s]+(?!0\b)\d+/i;

/** Lines that name what a command brought about: a commit, a pull request, a new branch, commits that were pushed. */
// regex: lines of 400 characters are looked at
const COMMIT = /^\[[^\]\s]+(?: \([^)]*\))? [0-9a-f]{7,40}\] .+/;
// regex: as above
const THREAD = /https?:\/\/\S+\/(?:pull|issues|merge_requests)\/\d+\S*/;
// regex: as above
const BRANCH = /^\s*\* \[new (?:branch|tag)\]\s.+/;
// regex: as above
const PUSHED = /^\s*[0-9a-f]{7,40}\.\.[0-9a-f]{7,40}\s.+/;
/** A line that says how a check went; the next run of it says so again, as the next push does. */
// regex: lines of 400 characters are looked at
const VERDICT =
  /(?<![\w.])\d+ (?:passed|passing|failed|failing|tests?|issues?|errors?|warnings?)\b.*/i;
/** What else a command counts: prose that it shows has numbers, too, and begins with words. */
// regex: as above
const COUNT = /^\W{0,9}\d+ (?:passed|passing|failed|failing|tests?|issues?|errors?|warnings?)\b.*/i;
const LASTING: ReadonlySet<RegExp> = new Set([COMMIT, THREAD, BRANCH]);

/** What an output says that its command brought about. */
export interface CommandOutcome {
  readonly line: string;
  /** Whether it stays, as a commit does, or lasts only until the next run. */
  readonly isLasting: boolean;
}

/** What a command may have brought about: what only shows a page has addresses of pull requests and counts in it, too. */
interface CommandNature {
  readonly isEffect: boolean;
  readonly isCheck: boolean;
}

/** The line of an output that says what came of its command; null when none does. */
export function outcomeOf(
  output: string,
  { isEffect, isCheck }: CommandNature,
): CommandOutcome | null {
  const lines = output
    .slice(-64 * 1024)
    .split("\n")
    .filter((line) => line.length < 400);
  const reported = [...LASTING, PUSHED].filter((pattern) => isEffect || pattern !== THREAD);
  for (const pattern of [...reported, isCheck ? VERDICT : COUNT]) {
    const line = lines.findLast((each) => pattern.test(each));
    if (line === undefined) continue;
    return { line: line.trim().slice(0, 200), isLasting: LASTING.has(pattern) };
  }
  return null;
}
