import { kindElsewhere } from "../digest/other-languages.ts";
import type { ClaimKind } from "./claim.ts";

/** Asks something, or asks for something once. */
// regex: a statement has at most 400 characters
const ASKS =
  /[?？؟]|^(?:why|what|how|where|whether|when(?= (?:do|does|did|is|are|will|can))|which|who|is|are|do(?!n'?t| not)|does|did|can|could|will|would|should|shall|may i|confirm|check|verify|see|look|find|investigate|research|explain|show|tell|list|describe|review|analy[sz]e)\b|\b(?:can|could|would|will|do|are|did|have) (?:you|we|i)\b|\blet me\b|\bhelp me\b|\bwhat (?:if|about)\b|\bany idea\b/i;
/** Doubts itself. */
// regex: as above
const DOUBTS =
  /\b(?:maybe|perhaps|might|probably|possibly|not sure|unsure|wonder\w*|seems?|seemingly|looks? like|i guess|i suppose|kind of|kinda|i mean|for example|e\.g|if possible|or something|or whate+ver|somehow|haha+|lol|no no|in theory|what if|pretend|imagine|find a way|(?:bit|little|lot) more|more (?:consis?tent|readable|intuitive|clear|modern)|nicer)\b|^(?:something|somebody|someone|anything)\b|\.\.\.|…/i;
/** Reports what happened, rather than what is to be. */
// regex: as above
const REPORTS =
  /\b(?:i|we) (?:had|did|was|were|am|got|tried|removed|undid|saw|see|noticed|found|ran|couldn'?t|can'?t|don'?t (?:know|see|understand|think|tink)|didn'?t|have|just|still|already|used to|thought|lost|made|deleted)\b|\bi'?m\b|\bi(?:'ve|'d already)\b|\byou(?:'ve|'re| are| have| were| did| should have)\b|\b(?:doesn'?t|didn'?t|isn'?t|wasn'?t|not) work|\b(?:is|are|was|were) (?:broken|wrong|stuck|failing|missing|gone)\b|\b(?:failed|crashed|exploded|traceback)\b|\b(?:get|got|see|saw|pops?|throws?|gives?) (?:me )?an? (?:error|exception)\b|\bready to\b|\bgood to go\b|\b(?:never|always) (?:called|used|shown|set|run|\w+ed)\b|\b(?:unused|duplicated|as if|silently|fails)\b/i;
/** Belongs to the step at hand. */
// regex: as above
const STEP =
  /\b(?:next|first|after that|then|once (?:you|it|that)|when (?:you|that|it)(?:'re| are| is)? (?:done|ready|finished)|before (?:you|we|i) (?:start|continue|implement|do|commit|proceed)|go ahead|proceed|continue|start (?:with|by|over)|try again|let'?s (?:see|check|look|start|do|focus|give|first|review|explore|move|get)|take a look|have a look|look (?:at|into)|focus on|for now|right now|today|real quick|this time|wait for|should be (?:done|removed|deleted|fixed|added|renamed)|just (?:an?|the) \w+\s{0,2}$)\b|^(?:do not|don'?t|dont) (?:create|open|make|push|commit|merge) (?:an? |the )?(?:pr|pull request|branch|commit|issue|tag|release)s?\b(?! (?:to|on|without|directly|from))|^(?:add|change|create|fix|implement|move|remove|rename|replace|update)\b(?!.*\b(?:always|never|every)\b)/i;

/** Forbids or demands something as long as the work lasts. */
// regex: as above
const RULES =
  /^(?:do not|don'?t|dont|never|always|avoid|stop \w+ing|prefer|no (?!further|need|idea|problem|worr|longer|one|response|the\b|that|it\b|i\b|we\b|you\b|more\b|then\b|wait\b))\b|\b(?:never|always|from now on|going forward|in (?:the )?future|every ?time|whenever|under no circumstances|(?<!^)by default|at all times|in all cases|not allowed|off[- ]limits|at (?:most|least)|no (?:more|less|fewer) than|no \w+ (?:is|are) (?:needed|required|allowed))\b|^only (?:when|if)\b|^(?:make sure|ensure|remember|be sure)\b.{4,}\b(?:before|after|every|each|any|all)\b/i;
/** Chooses one thing over another. */
// regex: as above
const CHOOSES =
  /^(?:use|using|go with|stick (?:with|to)|switch to|keep|call|name)\b[^.;]{2,80}?(?:,? (?:not|instead of|rather than|over|and not|no|only)\b)|^(?=.*\b(?:use|using|put|keep|should|must|want|prefer|we)\b).*\b(?:instead of|rather than)\b|^(?:only|just) use\b|^use only\b|\b(?:we|i)(?:'ve| have)? (?:decided|chose|agreed|settled|opted|picked|deprecated|standardi[sz]ed)\b|\bwe(?:'ll| will| want to| should| must)?(?: not| never| always| only| all)? (?:use|don'?t use|do not use|stick|keep|support|target|ship|require)\b|\bwe (?:no longer|don'?t|do not) (?:need|want|publish|allow)\b(?! to\b)|\bi (?:prefer|only want|don'?t want|do not want|would prefer|'d prefer|want (?=[^;]{3,60}\b(?:not|only|first|never|always|instead)\b))\b/i;
/** Says of a named thing how it is to be. */
// regex: as above
const REQUIRES =
  /^(?!(?:i|you|we|it|this|that|they|there|these|those|he|she|what|which|if|when|and|but)\b)(?:[^\s,.;:]+ ){1,9}?(?:should|must|shall)(?: not|n'?t| never| always| only| all| also)? (?!be (?:good|fine|ok|able)\b)\p{L}+/iu;

/** Asks for one reply in a certain form. */
const ONE_REPLY =
  /\b(?:reply|respond|answer|output|return|print|say)\b[^.\n]{0,20}\b(?:with|only|exactly|just)\b/i;

/** Whether a request asks for nothing but one reply: what it demands ends with that. */
export function asksOneReply(request: string): boolean {
  return ONE_REPLY.test(request.slice(0, 400));
}

/** A rule that an agent proposes: it begins as one. */
const PROPOSED_RULE = /^(?:never|always|do not|don'?t|prefer)\b(?!\s\w+s\s)(?:\s\S+){4,}/i;

/** Whether an agent's sentence is a rule, once a person has consented to it. */
export function isProposedRule(sentence: string): boolean {
  return PROPOSED_RULE.test(sentence) && !ASKS.test(sentence) && !DOUBTS.test(sentence);
}

/** The slot of a person's sentence that binds the work as long as it lasts; null for any other sentence. */
export function instructionKind(sentence: string): ClaimKind | null {
  if (ASKS.test(sentence) || DOUBTS.test(sentence) || REPORTS.test(sentence)) return null;
  if (STEP.test(sentence)) return null;
  if (RULES.test(sentence)) return "constraint";
  if (CHOOSES.test(sentence)) return "decision";
  if (REQUIRES.test(sentence)) return "constraint";
  const elsewhere = kindElsewhere(sentence);
  if (elsewhere === "constraint") return "constraint";
  return elsewhere === "decision" || elsewhere === "rejection" ? "decision" : null;
}
