/**
 * What is worth keeping of a turn that is over. A reply that later words followed is out of date in parts: its
 * questions were answered, its offers taken or turned down, its announcements carried out or dropped.
 */
import { isConsent, isProgramCommand } from "../../model/typed-request.ts";
import { kindOfStatement, namesSomething } from "./cues.ts";
import type { Digest, DigestTurn } from "./digest.ts";
import { isOvertaken } from "./overtaken.ts";
import { findReplacements, isRemoval, type Replacements } from "./replacements.ts";
import { firstRequest, isBarePath, typedText } from "./requests.ts";
import { isConceded, isReconsidered, isRevised } from "./revised.ts";
import { statementsOf } from "./sentences.ts";
import { isUndone, undoneCommits } from "./undone.ts";

/** A statement and how much it would be missed, from 0 to about 2. */
export interface Weighed {
  readonly text: string;
  readonly weight: number;
}

/** A turn as statements, in order. */
export interface CondensedTurn {
  readonly turn: DigestTurn;
  readonly request: readonly Weighed[];
  readonly reply: readonly Weighed[];
}

/** Headings of what was settled, or is to be. */
const SETTLING = /\b(?:plan|propos|deci[sd]|recommend|sequenc|constraint|requirement|rule|agreed)/i;

/** Every turn before `end`, condensed; paths that are gone are not named any more. */
export function condenseTurns(digest: Digest, end: number): readonly CondensedTurn[] {
  const turns = digest.turns.map(withoutRemark);
  const gone = digest.actions.files.gone();
  const undone = undoneCommits(turns.flatMap(({ actions }) => actions));
  const replacements = findReplacements(turns);
  const goal = goalTurn(digest);
  return turns.slice(0, end).map((turn, index) => {
    const recency = turns.length < 2 ? 1 : index / (turns.length - 1);
    const later = turns.slice(index + 1);
    const context = { index, recency, replacements, isGoal: index === goal };
    const request = weighRequest(turn, context);
    const isBack = isTakenBack(turn, later) || isUndone(turn, undone);
    const reply = isBack ? [] : weighReply(turn, { ...context, gone, later });
    return { turn, request, reply };
  });
}

/** The ids of replies that something later took back: who reads them as they are is misled. */
export function takenBackReplies({ turns }: Digest): ReadonlySet<string> {
  const undone = undoneCommits(turns.flatMap(({ actions }) => actions));
  const ids = turns.flatMap((turn, index) => {
    const later = turns.slice(index + 1);
    // A dispute is not needed here: it follows the reply, where a reader sees it.
    const isBack = isConceded(later) || isReconsidered(turn, later) || isUndone(turn, undone);
    return isBack && turn.reply_id !== null ? [turn.reply_id] : [];
  });
  return new Set(ids);
}

/** What an agent remarked before the next request came in is no answer: a later reply answers both. */
function withoutRemark(turn: DigestTurn, index: number, turns: readonly DigestTurn[]): DigestTurn {
  return turns[index + 1]?.isQueued === true ? { ...turn, reply: "", reply_id: null } : turn;
}

/** The turn with whose request the work began. */
function goalTurn({ turns }: Digest): number {
  return firstRequest(turns.map(({ request }) => request));
}

/** Whether what followed shows that a reply is not true any more. */
function isTakenBack(turn: DigestTurn, later: readonly DigestTurn[]): boolean {
  return isRevised(turn, later[0]) || isConceded(later) || isReconsidered(turn, later);
}

interface RequestContext {
  readonly index: number;
  readonly recency: number;
  readonly replacements: Replacements;
  /** Whether the work began with it. */
  readonly isGoal: boolean;
}

// regex: anchored, and every repetition is bounded
const QUESTION =
  /[?？؟]\s{0,9}$|^(?:(?:ok|okay|and|but|so|oh|hmm+),? {1,3}){0,3}(?:why|what|how|where|when|which|who|is|are|do|does|did|can|could|will|would|should) /i;

function weighRequest({ request, reply, actions }: DigestTurn, context: RequestContext) {
  const { index, recency, replacements, isGoal } = context;
  if (request === "" || isProgramCommand(request)) return [];
  const own = typedText(request);
  if (isConsent(own)) return [{ text: own, weight: 0.3 }];
  const isIdle = actions.length === 0 && /\?\s*$/.test(own);
  const isTalk = actions.length === 0 && reply !== "" && !isGoal;
  const base = (isGoal ? 1.6 : 1) + 0.2 * recency - (isIdle ? 0.1 : 0);
  const statements = statementsOf(own, NUMBERED).filter(({ text }) => !isBarePath(text));
  return statements.map(({ text }, place) => {
    const kind = kindOfStatement(text);
    const cue = kind === null || kind === "fact" || kind === "next" ? 0 : 0.25;
    // The person's own words stay, with those that limit them.
    const limit = replacements.limitOf(text, index);
    const marked = limit === null ? text : `${text} (later: ${limit})`;
    // A question that was only answered: the answer says more.
    const asks = isTalk && QUESTION.test(text) ? 0.45 : 0;
    return { text: marked, weight: base + cue - asks - Math.min(0.4, place * 0.04) };
  });
}

/** "1." may be the answer to a question with that number. */
const NUMBERED = { keepsNumbers: true };

interface ReplyContext extends RequestContext {
  /** Paths that are gone. */
  readonly gone: readonly string[];
  /** The turns that followed. */
  readonly later: readonly DigestTurn[];
}

/** One word: "Perfect!" says nothing by itself. Scripts without spaces have sentences of one run. */
function isExclamation(statement: string): boolean {
  // regex: the text is short
  return statement.length <= MAX_WORD_LENGTH && /^\P{L}*[\p{Lu}\p{Ll}']+\P{L}*$/u.test(statement);
}

const MAX_WORD_LENGTH = 100;

function weighReply(turn: DigestTurn, context: ReplyContext): readonly Weighed[] {
  const { index, recency, gone, later, replacements } = context;
  const isReported = later[0]?.request === "";
  // What is said to the report of a teammate is out of date with the next one.
  if (isReported && turn.request === "") return [];
  const trust = turn.isAnswered && !isReported ? 1 : 0.4;
  const found: Weighed[] = [];
  let lead: string | null = null;
  for (const statement of statementsOf(turn.reply)) {
    if (statement.isLead) {
      lead = statement.text;
      continue;
    }
    const isOutdated =
      !isRemoval(statement.text) && gone.some((name) => statement.text.includes(name));
    if (isOvertaken(statement) || isOutdated || isExclamation(statement.text)) continue;
    if (replacements.isReplaced(statement.text, index)) continue;
    const place = found.length;
    const text = lead === null ? statement.text : `${lead}: ${statement.text}`;
    lead = null;
    const settles = SETTLING.test(statement.lead ?? "") ? 0.2 : 0;
    found.push({ text, weight: (weighStatement(text, place) + settles + 0.3 * recency) * trust });
  }
  return found;
}

/** What a reply begins with is its answer; names make a statement worth keeping. */
function weighStatement(text: string, place: number): number {
  const position = place === 0 ? 0.3 : place < 4 ? 0.15 : -Math.min(0.2, place * 0.01);
  return 0.4 + position + (namesSomething(text) ? 0.1 : 0);
}
