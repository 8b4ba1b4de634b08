/** Forbids or demands something as long as the work lasts, in words that cannot mean one step. */
// regex: every repetition is bounded
const RULE =
  /^(?:never|always)\s(?!mind\b)|^[^;:?]{1,120}\s(?:must|should) (?:never|always)\s|^[^,;:?]{1,60}\s(?:must|should)(?: not|n['’]t) [^;:?]{1,60}\s(?:ever|in any case|under any circumstances)\b/i;
/** Says that it was decided, or rules something out: "use bun not npm"; "instead of" asks for a change, once. */
// regex: as above
const CHOICE =
  /^we(?:['’]ve| have)? (?:\w{1,12}ly )?(?:decided|chose|chosen|agreed)\s|^(?:let['’]?s )?(?:use|we use|stick (?:with|to)|go with)\s(?:[^\s.;:]{1,60} ){1,6}?(?:and )?not\s/i;
/** Asks, or doubts itself. */
const UNSURE = /[?？؟…]|\.\.\.|\b(?:maybe|perhaps|probably|for now|this time|or something)\b/i;

/** Asks for one reply in a certain form. */
const ONE_REPLY =
  /\b(?:reply|respond|answer|output|return|print|say)\b[^.\n]{0,20}\b(?:with|only|exactly|just)\b/i;

/** Whether a request asks for nothing but one reply: what it demands ends with that. */
export function asksOneReply(request: string): boolean {
  return ONE_REPLY.test(request.slice(0, 400));
}

/** The slot of a person's sentence that surely binds the work as long as it lasts; null for any other sentence. */
export function instructionKind(sentence: string): "constraint" | "decision" | null {
  if (UNSURE.test(sentence)) return null;
  if (RULE.test(sentence)) return "constraint";
  return CHOICE.test(sentence) ? "decision" : null;
}
