import { isStopWord } from "../../base/text/stop-words.ts";
import type { DigestTurn } from "../digest/digest.ts";
import { statementsOf } from "../digest/sentences.ts";
import { answeredQuestions } from "./answered-questions.ts";
import { type Claim, type ClaimKind, MAX_CLAIM_TOKENS, MAX_CLAIMS } from "./claim.ts";
import { doubtAbout } from "./doubt-about.ts";
import { rewordAsClaim } from "./reword.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { asksOneReply, instructionKind, isProposedRule } from "./standing-instruction.ts";
import { surelyTyped } from "./typed-sentences.ts";
import { isUnderstoodAlone } from "./understood-alone.ts";

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
  const found = record.digest.turns.flatMap((turn) => claimsOf(turn, record));
  const fit = found.filter(({ text }) => count(text) <= MAX_CLAIM_TOKENS);
  const proven = fit.filter((claim) => doubtAbout(claim, record, count) === null);
  return withoutRepeats(proven);
}

function claimsOf(turn: DigestTurn, record: SessionRecord): readonly Claim[] {
  return [...ownClaims(turn, record), ...confirmedClaims(turn, record)];
}

/** What a person wrote themselves. */
function ownClaims(turn: DigestTurn, record: SessionRecord): readonly Claim[] {
  const item = record.items.get(turn.item_id);
  if (item?.by !== "person" || asksOneReply(item.text)) return [];
  const answers = answeredQuestions(item.text);
  if (answers.length > 0) return answers.map((text) => claimFrom(item, text, "decision", record));
  return surelyTyped(item.text).flatMap((sentence) => {
    if (ANSWERS.test(sentence)) return [];
    const text = rewordAsClaim(sentence);
    const kind = instructionKind(text);
    const isClaim = kind !== null && isUnderstoodAlone(text) && isSentence(text);
    return isClaim ? [claimFrom(item, text, kind, record)] : [];
  });
}

/** Answers the sentence before it, and is understood only with that. */
const ANSWERS = /^\P{L}{0,3}(?:no|nah|nope|yes|yeah|yep)\s?[,.;:-]/iu;

/** Rules of one reply at most. */
const MAX_CONFIRMED = 3;

/** Rules that an agent proposed; the check asks whether a person consented. */
function confirmedClaims({ reply_id }: DigestTurn, record: SessionRecord): readonly Claim[] {
  const item = record.items.get(reply_id ?? "");
  if (item === undefined) return [];
  return statementsOf(item.text)
    .map(({ text }) => rewordAsClaim(text))
    .filter((text) => isProposedRule(text) && isUnderstoodAlone(text))
    .slice(0, MAX_CONFIRMED)
    .map((text) => claimFrom(item, text, "constraint", record));
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
const RULE_TERMS = new Set(
  "always avoid dont keep make must need never prefer should sure use using want".split(" "),
);
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
