/**
 * Classifies statements of notes by their words. Crude on purpose: it only pre-sorts what the gate
 * and a person decide about later, and gives the same answer on every machine.
 */

/** The kind of memory that a statement is. */
export type MemoryType = "procedural" | "episodic" | "semantic";

const WORD = /[\p{L}\p{N}]+/gu;
const MIN_WORDS = 3;
const SENTENCE_WORDS = 5;

/** Word boundaries by Unicode letters, since \b knows only ASCII. */
const SCRATCH =
  /(?<![\p{L}\p{N}_])(?:todo|fixme|wip|scratch|tmp|temp|draft|placeholder|lorem)(?![\p{L}\p{N}_])/iu;
const POLICY =
  /(?<![\p{L}\p{N}_])(?:must|never|always|prefer\w*|requir\w*|cannot|do not|don't|should|only|policy|rule|convention|decid\w*|chose|agreed)(?![\p{L}\p{N}_])/iu;
const PROCEDURE =
  /(?<![\p{L}\p{N}_])(?:how to|run|steps?|first|then|install|deploy|build|command|script|workflow|use)(?![\p{L}\p{N}_])/iu;
const EPISODE =
  /(?<![\p{L}\p{N}_])(?:20[2-9]\d|2100|yesterday|today|last (?:week|month|year)|happened|met|released|incident)(?![\p{L}\p{N}_])/iu;

/** How long a statement stays useful, from 0 for scraps to 1 for rules. */
export function durability(content: string): number {
  const words = content.match(WORD)?.length ?? 0;
  if (words < MIN_WORDS || SCRATCH.test(content)) return 0;
  if (POLICY.test(content)) return 1;
  return words >= SENTENCE_WORDS ? 0.8 : 0.4;
}

/** The kind of a statement by its words: an event (episodic), instructions (procedural) or a fact (semantic). */
export function memoryType(content: string): MemoryType {
  if (EPISODE.test(content)) return "episodic";
  return PROCEDURE.test(content) ? "procedural" : "semantic";
}
