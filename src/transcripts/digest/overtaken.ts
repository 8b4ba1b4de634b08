import { announcesElsewhere } from "./other-languages.ts";
import type { Statement } from "./sentences.ts";

/** A sentence that announces, offers or asks: true only until the next request. */
// regex: a statement has at most 400 characters
const OFFER =
  /[?？؟]\s*["”')\]]*$|^(?:\W*)(?:(?:if|when|once|after|whenever) you\b|want me to|would you like|should i|shall i|do you want|let me|let'?s|say (?:the word|so|if|"|“)|happy to|ready (?:to|for|when)|i can\b|i could|i'?d\b|i would|i'?ll\b|i will|i'?m (?:going|about|now|still|doing|running|checking|waiting)|i am (?:going|about|now|still)|i (?:should|need to|must|have to|plan to)\b|next,? i|now,? (?:i\b|let me|let'?s)|just (?:say|tell|let)|tell me|your call|waiting (?:for|on)|once (?:that|this|it)|no response requested|(?:now )?(?:run|try|test|check) (?:it|this|that)\b|now (?:you can|run\b|try\b)|you can now\b|give it a (?:try|go)\b)|\b(?:want me to|would you like|let me know|say the word|happy to|if (?:useful|helpful|you (?:want|like|prefer)|you'?d like)|i'?ll (?:commit|push|wait|watch|start|do|run|check|fix|add|keep)|i can (?:also )?(?:draft|do|add|start|implement|turn|write|open|push|commit))\b/i;
/** Progress: it was true while it was said. */
const PROGRESS =
  /\b(?:in progress|still running|is running|are running|under way|in flight|waiting for|dispatched|kicked off|now running)\b/i;
/** Headings of what was to come. */
// regex: a heading that introduces has at most 120 characters
const COMING =
  /^\W*(?:next\b|follow[- ]?ups?\b|suggested next|recommended next|what(?:'s| is) (?:next|left)|to-?dos?\b|open questions?|questions?\b|would you|now you can|you can now|(?:now )?(?:test|try|run|check) (?:it|this|that)\b)|^\W*(?:(?:the|two|three|four|\d+|possible|execution|your)\s){0,2}(?:options|approaches|choices)\b/i;

/** Whether a statement was true only until the next request. */
export function isOvertaken({ text, lead }: Statement): boolean {
  if (lead !== null && COMING.test(lead)) return true;
  return OFFER.test(text) || PROGRESS.test(text) || announcesElsewhere(text);
}

/** Whether a statement announces, offers or asks something. */
export function isOffer(text: string): boolean {
  return OFFER.test(text) || announcesElsewhere(text);
}
