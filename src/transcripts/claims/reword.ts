/** What a sentence begins with that says nothing about the work. */
// regex: anchored, and every repetition is bounded
const OPENING =
  /^(?:(?:ok(?:ay)?|alright|h?mm+|hm+|well|oh|ah|and|but|so|also|please|pls|btw|by the way|actually|wait|yeah|yes|yep|yup|omfg|omg|wtf|dude|my dude|man|hey(?: \w{1,20})?|lol|haha+|basically|great|nice|perfect|thanks|cool|sorry|again|remember|note|important|nb|and also|one more thing|also please)\b[\s,:;!.…-]{1,5}|(?:no|nope|nah|now)[,.!;:]\s{1,3}){1,5}/i;
/** How a person says that it is their opinion. */
// regex: as above
const OPINION =
  /^(?:i (?:really |just |do )?(?:think|believe|feel|guess|suppose|would say)|imo|in my opinion|it is important|it's important)(?: that| like|,)?\s/i;
const EXPLETIVE = /\b(?:fuck(?:ing|in)|f\*+ing|goddamn|damn|bloody|freaking|frigging)\s/gi;
/** What a sentence ends with that says nothing about the work. */
// regex: a statement has at most 400 characters
const CLOSING =
  /(?:[\s,]{1,3}(?:please|pls|thanks|thank you|ok|okay|lol|haha+|though|right|dude|man|:\(|:\)|:P|:D|;\)|🙂|🙏|😅)){0,4}[\s.!…。！]{0,6}$/i;

/** A sentence as a claim: without what only addresses the reader. The words that are left are those of its author. */
export function rewordAsClaim(sentence: string): string {
  const begun = sentence
    .trim()
    .replace(/^["'“”*_-]{1,3}\s?/, "")
    .replace(OPENING, "");
  const plain = begun
    .replace(OPINION, "")
    .replace(OPENING, "")
    .replace(EXPLETIVE, "")
    .replace(/^let'?s (?=use|keep|go with|call|name|stick)/i, "")
    .replace(CLOSING, "")
    .trim();
  const [first = ""] = plain;
  // A name in code keeps its first letter.
  return /^\p{Ll}+(?=[\s,'’]|$)/u.test(plain) ? first.toUpperCase() + plain.slice(1) : plain;
}
