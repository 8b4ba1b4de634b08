import { isConsent } from "../../model/typed-request.ts";
import { kindOfStatement } from "../digest/cues.ts";
import { statementsOf } from "../digest/sentences.ts";
import { answeredQuestions } from "./answered-questions.ts";
import { type Claim, type Doubt, MAX_CLAIM_TOKENS } from "./claim.ts";
import { rewordAsClaim } from "./reword.ts";
import type { RecordedItem, SessionRecord } from "./session-record.ts";
import { isTakenBack } from "./taken-back.ts";
import { typedSentences } from "./typed-sentences.ts";
import { isUnderstoodAlone } from "./understood-alone.ts";
import { countInOrder, limitsOf, namesIn, plain, stemsInOrder, takenClauses } from "./wording.ts";

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
  if (item.by === "tool") return "tool_only";
  if (item.by === "summary") return "summary_only";
  const stated = statementDoubt(text, item);
  if (stated !== null) return stated;
  if (!isUnderstoodAlone(text) && answeredQuestions(item.text).length === 0) return "not_alone";
  if (item.by !== "person") {
    if (binds(claim) && !isConfirmed(item, record)) return "unconfirmed";
    if (repeatsTool(text, item, record)) return "repeats_tool";
  }
  return isTakenBack(text, item, record) ? "taken_back" : null;
}

/** Whether a claim binds whoever continues, whatever it is filed as. */
function binds({ kind, status, text }: Claim): boolean {
  if (kind === "decision" || kind === "constraint" || status === "asked") return true;
  const cue = kindOfStatement(text);
  const isBinding = cue === "decision" || cue === "constraint" || cue === "rejection";
  return isBinding || /\b(?:user|person|owner|maintainer|team|client|customer)s?\b/i.test(text);
}

/** Lets the agent go on, and says nothing about what it wrote. */
const IDLE =
  /^\P{L}*$|^(?:thank\w*|hi|hey|hello|sorry|next|retry|again|continue|go on|please continue|nice|great|cool|good|done)\b/iu;

/** Whether the person consented to what the agent wrote last before. */
function isConfirmed(item: RecordedItem, { digest, items }: SessionRecord): boolean {
  const at = digest.turns.findIndex(({ reply_id }) => reply_id === item.id);
  const next = at < 0 ? undefined : digest.turns[at + 1];
  if (next === undefined || items.get(next.item_id)?.by !== "person") return false;
  return isConsent(next.request) && !IDLE.test(next.request);
}

/** Shortest text that is looked for in the output of tools, and the share of its words that are the same there. */
const MIN_REPEATED = 24;
const SAME_SHARE = 0.6;

function repeatsTool(text: string, { place }: RecordedItem, { items }: SessionRecord): boolean {
  const own = plain(text);
  if (own.length < MIN_REPEATED) return false;
  const stems = stemsInOrder(text);
  for (const item of items.values()) {
    if (item.place >= place) break;
    if (item.by !== "tool") continue;
    if (plain(item.text).includes(own)) return true;
    // The same in other spacing or with a word between.
    const isRepeated = sentencesOf(item).some(
      (sentence) => countInOrder(stems, stemsInOrder(sentence)) >= stems.length * SAME_SHARE,
    );
    if (isRepeated) return true;
  }
  return false;
}

/** Share of the words of a clause that a claim may leave out. */
const MAX_LEFT_OUT = 0.2;

/** Whether a claim consists of words of a sentence in their order, and leaves out hardly any of its clauses' words. */
function isTakenFrom(own: readonly string[], sentence: string): boolean {
  if (countInOrder(own, stemsInOrder(sentence)) < own.length) return false;
  const kept = new Set(own);
  return takenClauses(sentence, own).every((clause) => {
    const leftOut = clause.filter((each) => !kept.has(each)).length;
    return leftOut <= clause.length * MAX_LEFT_OUT;
  });
}

/** Why no statement of an item is the claim; null when one is. */
function statementDoubt(text: string, item: RecordedItem): Doubt | null {
  const own = stemsInOrder(text);
  if (own.length === 0) return "words_differ";
  const content = plain(item.text);
  const names = namesIn(text);
  if (names.some((name) => !content.includes(name))) return "name_missing";
  const stating = sentencesOf(item).filter((sentence) => isTakenFrom(own, sentence));
  if (stating.length === 0) return isPasted(own, item) ? "pasted" : "words_differ";
  const isStated = stating.some((sentence) => hasSameLimits(own, sentence, text));
  if (!isStated) return "polarity";
  return stating.some((sentence) => names.every((name) => plain(sentence).includes(name)))
    ? null
    : "name_missing";
}

/** The sentences in which an item states something; of a person's message only what they typed. */
function sentencesOf(item: RecordedItem): readonly string[] {
  const written =
    item.by === "person"
      ? [...answeredQuestions(item.text), ...typedSentences(item.text)]
      : statementsOf(item.text).map(({ text }) => text);
  return [...written, ...written.map(rewordAsClaim)];
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
