import { statementsOf } from "../digest/sentences.ts";

/** What the last reply of a session leaves to others, in its own sentences. */
export interface ClosingStatements {
  /** Questions and offers to the user. */
  readonly waits: readonly string[];
  /** What it names as not done. */
  readonly left: readonly string[];
}

/** A question, or work that waits for a word of the user; a question that is quoted, and the marks of a query, ask nothing. */
// regex: a statement has at most 400 characters
const WAITS =
  /(?:[\p{L}\p{N}"'”’)\]`*][?]|[？؟])\s{0,3}$|^[([].*[?？]\s{0,3}[)\]]$|\b(?:want me to|would you like|shall i|should i|your call|(?:waiting|ready) for your|ready (?:for|to) (?:be )?(?:git )?(?:push|merg|commit|review|releas|publish))|(?:ましょうか|ますか|要不要|需要我|是否需要)/iu;
/** Headings of what is not done. What may come next is a suggestion, and a limitation is not work. */
// regex: a heading has at most 120 characters
const LEFT_HEADING =
  /\b(?:remaining|to-?dos?|not (?:yet )?done|still (?:open|to do|missing|needed)|left to do|outstanding|open (?:points?|questions?|items?|issues?)|pending|(?:pre-?existing|known) (?:issues?|failures?|errors?|gaps?)|blockers?|what(?:['’]s| is) (?:left|missing))\b|待办|待辦|尚未|未完成|残り|noch offen/i;
/** A longer heading is a sentence, which introduces something else: "All 7 remaining parts are there. Here they are:". */
const MAX_HEADING = 48;
/** Headings and statements that begin like this say what is done: "Removed the remaining names". */
const IS_DONE =
  /^\P{L}{0,4}(?:i(?:['’]ve| have)? )?(?:also )?(?:removed|fixed|updated|added|renamed|replaced|cleaned|completed|changed|closed|resolved|finished|notified|marked|created|committed|done)\b/iu;
/** What the user may have if they like: nobody has to do it, and nobody waits for it. */
// regex: every repetition is bounded
const OFFERS =
  /^\P{L}{0,4}(?:(?:only )?if (?:you|it|that|this|useful|helpful|needed)\b|optional(?:ly)?\b|(?:i|we) can (?!not\b)|happy to\b|(?:ask|have) me\b|如果|若|要是|我(?:可以|能|会)|もし|よろしければ|必要であれば)/iu;
/** Headings of what is offered. */
// regex: a heading has at most 120 characters
const OFFER_HEADING =
  /\b(?:if you|optional|ideas?|suggest\w*|possible|potential|nice[- ]to[- ]have)\b/i;
/** What somebody else called something: "the section “What's next”". */
// regex: a heading has at most 120 characters
const QUOTED = /["“«][^"”»]*["”»]|(?<!\w)'[^']*'(?!\w)/g;
/** An aside, which describes what it follows: "a plan for the cluster (not yet implemented)". */
// regex: a statement has at most 400 characters
const ASIDE = /(?<=\S)\s?\([^()]*\)/g;
/**
 * What says of itself that it is not done: of the work or of who did it. "A task may never run" speaks of the program, and
 * "uncommitted changes" of what was read.
 */
// regex: a statement has at most 400 characters
const NOT_DONE =
  /\b(?:(?:i|we)(?:['’](?:ve|m|d) not|(?: \w{1,12})? (?:(?:did|do|could|have|had|was|were|am|are|would)(?: not|n['’]t)|can(?:['’]t|not))) (?:yet )?(?:been )?(?:able to )?(?:run|ran|test|verify|implement|commit|push|start|merge|deploy|finish|fix|execute|confirm|check)(?:ed|ted|d)?|(?:(?:has|have|was|were|is|are|could|can)(?: not|n['’]t)|(?<!\b(?:do|does|did|to|must|should|may|will|would) )not) (?:yet )?(?:been |be )?(?:run|tested|verified|implemented|committed|pushed|started|merged|deployed|done|finished|fixed|executed|confirmed|checked(?! off))\b|still (?:needs? to|have to|has to|to be|open|missing|fails?|failing|pending|uncommitted|unpushed)|(?:remains|(?<!\b(?:can|may|might|could) )remain|is|are) (?:staged but )?(?:to be done|outstanding|unresolved|untested|unverified|uncommitted|unpushed|pending|open)|left (?:it |them |this )?(?:uncommitted|for later)|you(?:(?:['’]ll| will) (?:still )?| still )need to(?! wait)|needs? (?:your|a manual|manual)|no (?:[\w-]+,? (?:or |and )?){1,6}(?:was|were|has been|have been) (?:performed|made|done|run|created|pushed))\b/i;
/** Before what would be so in some case, or explains something: "when the state is pending", "since they are not committed". */
// regex: as above
const IN_SOME_CASE =
  /\b(?:when(?:ever)?|if|while|where|until|unless|since|because)\b[^,;.]{0,100}$/i;
/** What was done in its place. */
const REPLACED = /\binstead\b/i;
/** A row of a table, as statements have it. */
const ROW = / \| /;

/** What says that nothing is left. */
// regex: as above
const NOTHING =
  /\b(?:no (?:remaining|outstanding|pending|open|other|further|known)|nothing (?:\w+ )?(?:left|remain\w*|pending|open|else|outstanding)|none (?:left|remain\w*)|no longer|all (?:\w+ ){0,5}(?:done|complete\w*|pass\w*)|0 (?:matches|occurrences|results))\b|[✅✔☑]/i;

/** A courtesy at the end of a reply asks for nothing. */
// regex: as above
const COURTESY =
  /\b(?:(?:anything|something) else|how (?:it|this|that|they|things) (?:looks?|goes|works?|feels?)|any (?:other |further |more )?questions|need anything|help (?:you )?with anything|(?:would you like|do you want) (?:me )?to (?:do|work on)(?: next)?\?|^(?:what|which|where)\b[^?]{0,60} next\?|any explanations|you(?:['’]d| would) like to work on)(?:\b|$)/i;

const MAX_ITEMS = 6;
/** Statements after the first questions of a long reply: who asks at its end asks for something. */
const MAX_WAITS = 3;
const MAX_FROM_END = 6;

/** Finds in a reply what it asks of the user and what it names as not done. */
export function closingStatements(reply: string): ClosingStatements {
  const waits: string[] = [];
  const left: string[] = [];
  const statements = statementsOf(reply);
  for (const [place, { text, lead, isLead, isFirst }] of statements.entries()) {
    const isOffer = OFFERS.test(text) && !/[?？]$/.test(text);
    if (isLead || isOffer || ROW.test(text) || NOTHING.test(text) || COURTESY.test(text)) continue;
    // A question further up heads a part of the reply that answers it.
    if (WAITS.test(text) && place >= statements.length - MAX_FROM_END) waits.push(text);
    else if (isHeaded(lead, isFirst, text) || isLeft(text)) left.push(text);
  }
  return { waits: waits.slice(-MAX_WAITS), left: left.slice(0, MAX_ITEMS) };
}

/** Whether a point of a list is below a heading of what is not done; further sentences of it explain it. */
function isHeaded(lead: string | null, isFirst: boolean, text: string): boolean {
  if (lead === null || lead.length > MAX_HEADING || !isFirst || IS_DONE.test(text)) return false;
  const heading = lead.replaceAll(QUOTED, "");
  const isOther = OFFER_HEADING.test(heading) || NOTHING.test(heading) || IS_DONE.test(heading);
  return LEFT_HEADING.test(heading) && !isOther;
}

function isLeft(text: string): boolean {
  const plain = text.replaceAll(ASIDE, "");
  const found = NOT_DONE.exec(plain);
  if (found === null || IS_DONE.test(text)) return false;
  return !(IN_SOME_CASE.test(plain.slice(0, found.index)) || REPLACED.test(plain));
}
