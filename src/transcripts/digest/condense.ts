/**
 * What is worth keeping of a turn that is over. A reply that later words followed is out of date in parts: its
 * questions were answered, its offers taken or turned down, its announcements carried out or dropped.
 */
import { collapseSpace } from "../../base/one-line.ts";
import { kindOfStatement, namesSomething } from "./cues.ts";
import type { Digest, DigestTurn } from "./digest.ts";
import { isConsent, isDispute, isRefusal, typedText } from "./requests.ts";
import { type Statement, statementsOf } from "./sentences.ts";

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

/** A sentence that announces, offers or asks: true only until the next request. */
// regex: a statement has at most 400 characters
const OFFER =
  /[?？؟]\s*["”')\]]*$|^(?:\W*)(?:(?:if|when|once|after|whenever) you\b|want me to|would you like|should i|shall i|do you want|let me|let'?s|say (?:the word|so|if|"|“)|happy to|ready (?:to|for|when)|i can\b|i could|i'?d\b|i would|i'?ll\b|i will|i'?m (?:going|about|now|still|doing|running|checking|waiting)|i am (?:going|about|now|still)|i (?:should|need to|must|have to|plan to)\b|next,? i|now,? (?:i\b|let me|let'?s)|just (?:say|tell|let)|tell me|your call|waiting (?:for|on)|once (?:that|this|it)|no response requested)|\b(?:want me to|would you like|let me know|say the word|happy to|if (?:useful|helpful|you (?:want|like|prefer)|you'?d like)|i'?ll (?:commit|push|wait|watch|start|do|run|check|fix|add|keep)|i can (?:also )?(?:draft|do|add|start|implement|turn|write|open|push|commit))\b/i;
/** Progress: it was true while it was said. */
const PROGRESS =
  /\b(?:in progress|still running|is running|are running|under way|in flight|waiting for|dispatched|kicked off|now running)\b/i;
/** Headings of what was to come. */
// regex: a heading that introduces has at most 120 characters
const COMING =
  /^\W*(?:next\b|follow[- ]?ups?\b|suggested next|recommended next|what(?:'s| is) (?:next|left)|to-?dos?\b|open questions?|questions?\b|would you)|^\W*(?:(?:the|two|three|four|\d+|possible|execution|your)\s){0,2}(?:options|approaches|choices)\b/i;

/** Headings of what was settled, or is to be. */
const SETTLING = /\b(?:plan|propos|deci[sd]|recommend|sequenc|constraint|requirement|rule|agreed)/i;

/** Every turn before `end`, condensed; paths that are gone are not named any more. */
export function condenseTurns(digest: Digest, end: number): readonly CondensedTurn[] {
  const { turns } = digest;
  const gone = digest.actions.gone();
  const named = namedLater(turns);
  return turns.slice(0, end).map((turn, index) => {
    const recency = turns.length < 2 ? 1 : index / (turns.length - 1);
    const next = turns[index + 1]?.request ?? "";
    const overtaken = [...gone, ...(named[index] ?? [])];
    return {
      turn,
      request: weighRequest(turn, index, recency),
      reply: isRevised(turn, next)
        ? []
        : weighReply(turn, { recency, overtaken, later: turns.slice(index + 1) }),
    };
  });
}

/** Names that have one spelling only: of issues, in code, of files. */
// regex: at most 1,000 characters of a request count as typed
const NAME = /#?\b\d{3,}\b|\b[\w.-]*(?:[a-z][A-Z]|_|\/)[\w./-]*\w/g;

/** For each turn the names that a later request speaks of: the person's word replaces what was said of them. */
function namedLater(turns: readonly DigestTurn[]): readonly (readonly string[])[] {
  const named = new Set<string>();
  const result: (readonly string[])[] = [];
  for (const { request } of turns.toReversed()) {
    result.unshift([...named]);
    for (const [name] of typedText(request).matchAll(NAME)) {
      for (const part of name.split("/")) if (isName(part)) named.add(part.replace("#", ""));
    }
  }
  return result;
}

function isName(part: string): boolean {
  return /^#?\d{3,}$/.test(part) || (part.length > 5 && /[a-z][A-Z]|_/.test(part));
}

/** Whether the next request takes back what a reply said: it disputes it, or asks for the same again. */
function isRevised({ request, reply }: DigestTurn, next: string): boolean {
  if (next === "" || isConsent(next)) return false;
  const last = statementsOf(reply).at(-1)?.text ?? "";
  // "No" to an offer turns down the offer alone.
  if (isRefusal(next) && OFFER.test(last)) return false;
  if (isDispute(next) || quotes(next, reply)) return true;
  const [before, after] = [stemsOf(typedText(request), 4), stemsOf(typedText(next), 4)];
  const shared = [...after].filter((stem) => before.has(stem)).length;
  return after.size >= 3 && shared >= after.size / 2;
}

/** Whether a request takes up a line of the reply, to speak of it again. */
function quotes(next: string, reply: string): boolean {
  const [line = ""] = next.trim().split("\n", 1);
  const quoted = plain(line.replace(/^[\s>*\d.)-]+/, "")).slice(0, 60);
  return quoted.length >= 40 && plain(reply).includes(quoted);
}

/** A text in which only the words count. */
function plain(text: string): string {
  return collapseSpace(text.replaceAll(/[*_`]/g, ""));
}

function weighRequest({ request, actions }: DigestTurn, index: number, recency: number) {
  if (request === "") return [];
  const own = typedText(request);
  if (isConsent(own)) return [{ text: own, weight: 0.3 }];
  const isIdle = actions.length === 0 && /\?\s*$/.test(own);
  const base = (index === 0 ? 1.6 : 1) + 0.2 * recency - (isIdle ? 0.1 : 0);
  return statementsOf(own).map(({ text }, place) => {
    const kind = kindOfStatement(text);
    const cue = kind === null || kind === "fact" || kind === "next" ? 0 : 0.25;
    return { text, weight: base + cue - Math.min(0.4, place * 0.04) };
  });
}

interface ReplyContext {
  readonly recency: number;
  /** Paths that are gone, and names that a later request speaks of. */
  readonly overtaken: readonly string[];
  /** The turns that followed. */
  readonly later: readonly DigestTurn[];
}

function weighReply(turn: DigestTurn, context: ReplyContext): readonly Weighed[] {
  const { recency, overtaken, later } = context;
  const trust = turn.isAnswered ? 1 : 0.4;
  const found: Weighed[] = [];
  let lead: string | null = null;
  for (const statement of statementsOf(turn.reply)) {
    if (statement.isLead) {
      lead = statement.text;
      continue;
    }
    if (isUntaken(statement.text, later)) {
      found.push({ text: `(offered, not taken up) ${statement.text}`, weight: 0.9 * trust });
      continue;
    }
    if (isOvertaken(statement) || overtaken.some((name) => statement.text.includes(name))) continue;
    const place = found.length;
    const text = lead === null ? statement.text : `${lead}: ${statement.text}`;
    lead = null;
    const settles = SETTLING.test(statement.lead ?? "") ? 0.2 : 0;
    found.push({ text, weight: (weighStatement(text, place) + settles + 0.3 * recency) * trust });
  }
  return found;
}

/** The agent offers to do something, rather than asking or announcing. */
const PROPOSAL =
  /^(?:should|shall) i\b|\b(?:want me to|would you like me|i can|i could|i'?ll|happy to|if you (?:want|like)|whenever you want)\b/i;
/** Words that point to another sentence: without it nobody knows what is meant. */
const POINTER =
  /\b(?:these|those|them|they|it|that|either|any of|one of|this (?:into|as|to|in|on|up|now|with))\b/i;
const SHORTEST_OFFER = 40;

/** Whether a statement offers something by name that nobody came back to: it is still open. */
function isUntaken(text: string, later: readonly DigestTurn[]): boolean {
  const [next] = later;
  if (next === undefined || !PROPOSAL.test(text) || text.length < SHORTEST_OFFER) return false;
  if (isConsent(next.request) || isRefusal(next.request)) return false;
  if (POINTER.test(text) && !/`[^`]+`/.test(text)) return false;
  const offered = stemsOf(text, 6);
  return later.every(({ request }) => {
    const stems = stemsOf(typedText(request), 6);
    const shared = [...stems].filter((stem) => offered.has(stem)).length;
    return shared === 0 || (shared === 1 && stems.size > 1);
  });
}

/** The beginnings of words of some length, so that one and several of a thing are the same. */
function stemsOf(text: string, length: number): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, length)));
}

/** Whether a statement was true only until the next request. */
export function isOvertaken({ text, lead }: Statement): boolean {
  if (lead !== null && COMING.test(lead)) return true;
  return OFFER.test(text) || PROGRESS.test(text);
}

/** What a reply begins with is its answer; decisions and names make a statement worth keeping. */
function weighStatement(text: string, place: number): number {
  const kind = kindOfStatement(text);
  const cue = kind === null || kind === "fact" ? 0 : kind === "next" ? 0.05 : 0.2;
  const position = place === 0 ? 0.3 : place < 4 ? 0.15 : -Math.min(0.2, place * 0.01);
  return 0.4 + cue + position + (namesSomething(text) ? 0.1 : 0);
}
