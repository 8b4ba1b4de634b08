import { isConsent } from "../../model/typed-request.ts";
import { kindElsewhere } from "../digest/other-languages.ts";
import { isDispute } from "../digest/requests.ts";
import { statementsOf, withoutLinks } from "../digest/sentences.ts";
import { answeredQuestions } from "./answered-questions.ts";
import { type Claim, type Doubt, MAX_CLAIM_TOKENS } from "./claim.ts";
import { rewordAsClaim } from "./reword.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { isTakenBack } from "./taken-back.ts";
import { isPlainUnderLead, typedSentences } from "./typed-sentences.ts";
import { needsContext } from "./understood-alone.ts";
import { clausesOf, countInOrder, limitsOf, namesIn, plain, stemsInOrder } from "./wording.ts";

/**
 * Why a session does not bear a claim out; null where it does: the cited item is there and states it in the same words,
 * a person wrote or confirmed what binds, and nothing later takes it back.
 */
export function doubtAbout(
  claim: Claim,
  record: SessionRecord,
  count: (text: string) => number,
): Doubt | null {
  const { text, citation } = claim;
  if (count(text) > MAX_CLAIM_TOKENS || text.includes("\n")) return "too_long";
  if (!record.isComplete) return "too_large";
  if (claim.status === "superseded") return "superseded";
  const item = citation.session === record.session ? record.items.get(citation.item) : undefined;
  if (item === undefined) return "no_such_item";
  if (item.by === "tool" || item.by === "call") return "tool_only";
  if (item.by === "summary") return "summary_only";
  const isPlan = claim.status === "open" || isConfirmed(item, record);
  const stated = statementOf(text, item, isPlan);
  if (typeof stated === "string") return stated;
  if (needsContext(text) && answeredQuestions(item.text).length === 0) return "not_alone";
  if (item.by !== "person") {
    if (binds(claim, stated) && !isConfirmed(item, record)) return "unconfirmed";
    if (repeatsTool(text, item, record)) return "repeats_tool";
  }
  return isTakenBack(text, item, record) ? "taken_back" : null;
}

/** Says what is to be or what was agreed, rather than how things are or what an agent did. */
// regex: a statement has at most 400 characters
const BINDS =
  /\b(?:must(?:n't)?|shall|should(?:n't)?|ought|mandatory|forbid\w*|forbidden|prohibit\w*|make sure|off[- ]limits|under no circumstances|from now on|decid\w*|decision|agree(?:d|s|ment)?|ruled out|turned down|let'?s)\b|\bwe(?:'ve|'ll| have| will)? (?:never|always|cho(?:se|sen|ose)|pick(?:ed)?|settled|opted|use)\b|^(?:never|always|do not|don'?t|prefer|avoid|use|stop)\b/i;
/** Says what somebody else wants, or refers to their words. */
// regex: as above
const PARTY =
  /(?<!\b(?:if|when|whenever|unless|case) )\b(?:users?|persons?|owners?|maintainers?|team|clients?|customers?|you|they|he|she)(?:'(?:ve|d|s|re))? (?:\w+ ){0,3}?(?:want\w*|ask\w*|request\w*|requir\w*|prefer\w*|sa(?:id|ys)|t(?:old|ells)|approv\w*|confirm\w*|insist\w*|instruct\w*|demand\w*|expect\w*|allow\w*|permit\w*|accept\w*|cho(?:se|sen)|lik(?:es?|ed))\b|\b(?:by|per) (?:the |your )?(?:users?|person|owners?|maintainers?|team|clients?|customers?|you|requests?|instructions?)\b/i;
/** Speaks to whoever reads it about the rules that they follow. */
// regex: as above
const ORDERS =
  /\b(?:ignor\w*|disregard\w*|forget\w*|overrid\w*|bypass\w*)\b[^.]{0,60}\b(?:instruct\w*|rules?|prompts?|guidelines?|polic\w*|checks?|reviews?)\b/i;

/** Whether a claim by an agent binds whoever continues, whatever it is filed as and whatever is left out of its statements. */
function binds({ kind, status, text }: Claim, statements: readonly string[]): boolean {
  if (kind === "decision" || kind === "constraint" || status === "asked") return true;
  // What is asked binds nobody.
  if (/[?？]$/.test(text)) return false;
  const elsewhere = kindElsewhere(text);
  if (elsewhere === "decision" || elsewhere === "constraint") return true;
  const all = [text, ...statements];
  return BINDS.test(text) || all.some((each) => PARTY.test(each) || ORDERS.test(each));
}

/** Lets the agent go on, and says nothing about what it wrote. */
const IDLE =
  /^\P{L}*$|^(?:thank\w*|hi|hey|hello|sorry|next|retry|again|continue|go on|please continue|nice|great|cool|good|done)\b/iu;

/** Whether the person consented to what the agent wrote last before: with all of their message, or with its first sentence. */
function isConfirmed(item: RecordedItem, { digest, items }: SessionRecord): boolean {
  const at = digest.turns.findIndex(({ reply_id }) => reply_id === item.id);
  const next = at < 0 ? undefined : digest.turns[at + 1];
  if (next === undefined || items.get(next.item_id)?.by !== "person") return false;
  const [first = "", ...more] = next.request.split(/[.!\n]/);
  return isConsent(first) && !IDLE.test(first) && !isDispute(more.join(" "));
}

/** Shortest text that is looked for in the output of tools, and the share of its words that are the same there. */
const MIN_REPEATED = 24;
const SAME_SHARE = 0.6;

/** Fewer words are the same somewhere by chance, unless they follow each other. */
const MIN_STEMS = 4;

/** Whether a tool printed it first: what the agent wrote into a call before, such as the subject of a commit, is its own. */
function repeatsTool(text: string, { place }: RecordedItem, { items }: SessionRecord): boolean {
  const own = plain(text);
  if (own.length < MIN_REPEATED) return false;
  const stems = stemsInOrder(text);
  for (const item of items.values()) {
    if (item.place >= place) break;
    if (item.by !== "tool" && item.by !== "call") continue;
    const content = plain(item.text);
    // Few items contain enough of its words in any order.
    const found = stems.filter((each) => content.includes(each)).length;
    if (found < stems.length * SAME_SHARE) continue;
    if (content.includes(own) || states(item, stems)) return item.by === "tool";
  }
  return false;
}

/** Whether a sentence of an item has most of some words, in other spacing or with a word between. */
function states(item: RecordedItem, stems: readonly string[]): boolean {
  if (stems.length < MIN_STEMS) return false;
  const sentences = item.by === "call" ? item.text.split("\n") : sentencesOf(item);
  return sentences.some(
    (sentence) => countInOrder(stems, stemsInOrder(sentence)) >= stems.length * SAME_SHARE,
  );
}

/** Share of the words of a clause that a claim may leave out. */
const MAX_LEFT_OUT = 0.2;

/** Whether a claim consists of words of a sentence in their order, from clauses of which it leaves out hardly a word. */
function isTakenFrom(own: readonly string[], sentence: string): boolean {
  const complete = clausesOf(sentence).filter(
    (clause) => countInOrder(clause, own) >= clause.length * (1 - MAX_LEFT_OUT),
  );
  return countInOrder(own, complete.flat()) === own.length;
}

/** "B. " before a point of a list. */
const ENUMERATED = /^[\p{L}\p{N}]{1,3}[.)]\s/u;

/** The statements of an item that are the claim, or why none is; of what is planned only with `isPlan`. */
function statementOf(
  claim: string,
  item: RecordedItem,
  isPlan: boolean,
): readonly string[] | Doubt {
  const text = withoutLinks(claim).replace(ENUMERATED, "");
  const own = stemsInOrder(text);
  if (own.length === 0) return "words_differ";
  const content = plain(item.text);
  const names = namesIn(text);
  if (names.some((name) => !content.includes(name))) return "name_missing";
  const stating = statementsIn(item, own, isPlan).filter((statement) =>
    isTakenFrom(own, statement),
  );
  if (stating.length === 0) return isPasted(own, item) ? "pasted" : "words_differ";
  const stated = stating.filter((statement) => hasSameLimits(own, statement, text));
  if (stated.length === 0) return "polarity";
  const complete = stated.filter((statement) =>
    names.every((name) => plain(statement).includes(name)),
  );
  return complete.length > 0 ? complete : "name_missing";
}

/** What an item states: its sentences, each also with its heading, if that is in the claim, and with the one before it. */
function statementsIn(
  item: RecordedItem,
  claim: readonly string[],
  isPlan: boolean,
): readonly string[] {
  const written = sentencesOf(item, isPlan);
  const reworded = written.map(rewordAsClaim);
  const kept = new Set(claim);
  const headed = statementsOf(item.by === "person" ? "" : item.text).flatMap(({ text, lead }) =>
    lead !== null && stemsInOrder(lead).every((each) => kept.has(each)) ? [`${lead}: ${text}`] : [],
  );
  return [...written, ...reworded, ...headed, ...pairsOf(written), ...pairsOf(reworded)];
}

/** Each sentence with the one before it, as two clauses; what is asked states nothing together with its answer. */
function pairsOf(sentences: readonly string[]): readonly string[] {
  return sentences.flatMap((sentence, place) => {
    const before = sentences[place - 1];
    const isPair = before !== undefined && !/[?？]/.test(before) && !/[?？]/.test(sentence);
    return isPair ? [`${before}; ${sentence}`] : [];
  });
}

/** The sentences of an item that say the same without their heading; of a person's message only what they typed. */
function sentencesOf(item: RecordedItem, isPlan = false): readonly string[] {
  if (item.by === "person") return [...answeredQuestions(item.text), ...typedSentences(item.text)];
  const statements = statementsOf(item.text);
  if (item.by !== "agent") return statements.map(({ text }) => text);
  // What introduces a list may itself be several sentences.
  return statements
    .filter((each) => isPlainUnderLead(each, isPlan))
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+(?=\p{Lu})/u));
}

function isPasted(own: readonly string[], item: RecordedItem): boolean {
  if (item.by !== "person") return false;
  return statementsOf(item.text).some(({ text }) => isTakenFrom(own, text));
}

/** Whether a claim negates and limits what its sentence does, no more and no less, and is no question of it. */
function hasSameLimits(own: readonly string[], sentence: string, text: string): boolean {
  if (/[?？]\s*$/.test(sentence) && !/[?？]/.test(text)) return false;
  return limitsOf(text, own) === limitsOf(sentence, own);
}
