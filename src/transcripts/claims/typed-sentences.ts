import { typedText } from "../digest/requests.ts";
import { statementsOf } from "../digest/sentences.ts";

/** Ends a sentence although the next one begins with a small letter, as many people type. */
// regex: a statement has at most 400 characters
const SMALL_START =
  /(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no|incl)\.)(?<=[\p{L}\p{N})/`'"][.!]|[!?])\s+(?=\p{Ll})/u;
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
  const statements = statementsOf(text).filter(({ isLead }) => !isLead);
  return statements.flatMap((statement) => statement.text.split(SMALL_START));
}
