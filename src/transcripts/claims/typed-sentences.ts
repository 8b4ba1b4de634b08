import { typedText } from "../digest/requests.ts";
import { type Statement, statementsOf } from "../digest/sentences.ts";
import { isLimit, stemsInOrder } from "./wording.ts";

/** Ends a sentence although the next one begins with a small letter, as many people type. */
// regex: a statement has at most 400 characters
const SMALL_START =
  /(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no|incl)\.)(?<=[\p{L}\p{N})/`'"][.!]|[!?])\s+(?=\p{Ll})/u;
/** What a heading says that turns what is below it into something else. */
// regex: a heading has at most 120 characters
const TURNS =
  /\b(?:reject\w*|discard\w*|alternatives?|wrong\w*|mistakes?|avoid\w*|outdated|obsolete|deprecated|old|former\w*|examples?|fail\w*)\b/i;
/** The same of what is not done yet. */
// regex: as above
const NOT_YET =
  /\b(?:options?|ideas?|propos\w*|suggest\w*|recommend\w*|later|open|to-?dos?|remaining|next|pending|plan\w*|missing|skipped|left)\b/i;

/** A heading with such a share of negations and conditions says that what is below it is not so, or not always. */
const LIMITED = 0.25;

/** Whether a statement means the same without the heading that it is below; `isOpen` for something that is still to be done. */
export function isPlainUnderLead({ lead }: Statement, isOpen = false): boolean {
  if (lead === null) return true;
  const stems = stemsInOrder(lead);
  const limits = stems.filter(isLimit).length;
  if (TURNS.test(lead) || (limits > 0 && limits >= stems.length * LIMITED)) return false;
  return isOpen || !NOT_YET.test(lead);
}

/** Between the paragraphs of a long message that a person typed. */
const LEFT_OUT = " … ";

/** The sentences that a person typed, in order; headings and introductions are none. */
export function typedSentences(request: string): readonly string[] {
  return typedText(request).split(LEFT_OUT).flatMap(sentencesOf);
}

/** The sentences of a request that are surely typed: the end of a long message may be pasted. */
export function surelyTyped(request: string): readonly string[] {
  const typed = typedText(request);
  const [first = ""] = typed === request ? [request] : typed.split(LEFT_OUT, 1);
  return sentencesOf(first);
}

function sentencesOf(text: string): readonly string[] {
  const statements = statementsOf(text).filter(
    (each) => !each.isLead && isPlainUnderLead(each, true),
  );
  return statements.flatMap((statement) => statement.text.split(SMALL_START));
}
