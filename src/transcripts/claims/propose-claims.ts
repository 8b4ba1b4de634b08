import { collapseSpace } from "../../base/text/one-line.ts";
import { isStopWord } from "../../base/text/stop-words.ts";
import type { DigestTurn } from "../digest/digest.ts";
import { answeredQuestions } from "./answered-questions.ts";
import { type Claim, type ClaimKind, MAX_CLAIM_TOKENS, MAX_CLAIMS } from "./claim.ts";
import { doubtAbout } from "./doubt-about.ts";
import { rewordAsClaim } from "./reword.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { asksOneReply, instructionKind } from "./standing-instruction.ts";
import { surelyTyped } from "./typed-sentences.ts";
import { isUnderstoodAlone, pointsElsewhere } from "./understood-alone.ts";

type CountTokens = (text: string) => number;

/**
 * The claims of a session that need no model: sentences that a person wrote, without what only addresses the reader,
 * and the person's answers to questions of the agent. When in doubt, none.
 */
export function proposeClaims(record: SessionRecord, count: CountTokens): readonly Claim[] {
  return provenClaims(record, count).slice(-MAX_CLAIMS);
}

/** All of these claims, however many: `proposeClaims` takes the newest. */
export function provenClaims(record: SessionRecord, count: CountTokens): readonly Claim[] {
  const items = [...record.items.values()];
  const found = record.digest.turns.flatMap((turn) => claimsOf(turn, record, items, count));
  const fit = found.filter(({ text }) => count(text) <= MAX_CLAIM_TOKENS);
  const proven = fit.filter((claim) => doubtAbout(claim, record, count) === null);
  return withoutRepeats(proven);
}

function claimsOf(
  turn: DigestTurn,
  record: SessionRecord,
  items: readonly RecordedItem[],
  count: CountTokens,
): readonly Claim[] {
  const item = record.items.get(turn.item_id);
  if (item?.by !== "person" || asksOneReply(item.text)) return [];
  const answers = answeredQuestions(item.text);
  if (answers.length > 0) {
    return answers
      .filter(
        (text) =>
          !pointsElsewhere(text) &&
          isOffered(text, items.slice(Math.max(0, item.place - NEAR), item.place)),
      )
      .map((text) => (count(text) > MAX_CLAIM_TOKENS ? withoutAsides(text) : text))
      .map((text) => claimFrom(item, text, "decision", record));
  }
  return surelyTyped(item.text).flatMap((sentence) => {
    if (ANSWERS.test(sentence)) return [];
    const text = rewordAsClaim(sentence);
    const kind = instructionKind(text);
    const isClaim = kind !== null && isUnderstoodAlone(text) && isSentence(text);
    return isClaim ? [claimFrom(item, text, kind, record)] : [];
  });
}

/** Items before an answer among which the call is that asked. */
const NEAR = 40;

/**
 * Whether an agent offered the answer that a person gave: the call with the question has it among its options. What a
 * person writes instead of choosing is often talk about the question.
 */
function isOffered(text: string, before: readonly RecordedItem[]): boolean {
  const end = 1 + Math.max(text.lastIndexOf("? "), text.lastIndexOf("？ "));
  const question = text.slice(0, end);
  const asking = before.findLast((item) => item.by === "call" && contains(item, question));
  const answer = text.slice(end + 1);
  return asking !== undefined && answer.split(", ").every((part) => contains(asking, part));
}

/** Whether a call has a text in it, as it is or as JSON quotes it. */
function contains(call: RecordedItem, text: string): boolean {
  const own = collapseSpace(call.text);
  return own.includes(text) || own.includes(JSON.stringify(text).slice(1, -1));
}

/** Answers the sentence before it, and is understood only with that. */
const ANSWERS = /^\P{L}{0,3}(?:no|nah|nope|yes|yeah|yep)\s?[,.;:-]/iu;

/** A long question without what it says in brackets. */
function withoutAsides(text: string): string {
  return text.replaceAll(/\s?\([^()]{1,200}\)/g, "");
}

function claimFrom(
  { id: item, at }: RecordedItem,
  text: string,
  kind: ClaimKind,
  { session }: SessionRecord,
): Claim {
  return { text, kind, status: "in force", at, citation: { session, item } };
}

/** Words that a rule is recognised by, which do not show what it is about. */
const RULE_TERMS = new Set("always never prefer use".split(" "));
/** Words that show what a sentence is about; with fewer it is an answer to something before it. */
const MIN_TOPIC_TERMS = 2;

/** Words about something, rather than code, a path or a fragment. */
function isSentence(text: string): boolean {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return text.length >= 6;
  const runs = text.match(/\p{L}{2,}/gu) ?? [];
  if (runs.length < 3 || runs.join("").length * 2 <= text.length) return false;
  const topic = runs
    .map((each) => each.toLowerCase())
    .filter((each) => !isStopWord(each) && !RULE_TERMS.has(each));
  return topic.length >= MIN_TOPIC_TERMS;
}

/** Of claims in the same words the last. */
function withoutRepeats(claims: readonly Claim[]): readonly Claim[] {
  const keyOf = ({ text }: Claim) => text.toLowerCase();
  const last = new Map(claims.map((claim) => [keyOf(claim), claim]));
  return claims.filter((claim) => last.get(keyOf(claim)) === claim);
}
