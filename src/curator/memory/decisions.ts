/**
 * What people decided and what is still in force, folded line by line. A line is in force until another
 * line supersedes it or its date has passed. A line that was superseded never comes back.
 */

import { normalTime } from "../workspace/time.ts";
import type { MemoryLine } from "./line.ts";

/** A line of the memory that stays visible until it is superseded. */
export interface PinnedLine {
  readonly at: string;
  readonly kind: string;
  /** The name that its author gave it. */
  readonly id: string | null;
  readonly by: string | null;
  /** As its author wrote it. */
  readonly until: string | null;
  /** What it supersedes, as its author named it. */
  readonly supersedes: readonly string[];
  readonly text: string;
  /** The line of the memory, counted from 1. */
  readonly line: number;
}

/** A line that was superseded: only what it can be named by. */
type Retired = Pick<PinnedLine, "at" | "kind" | "id" | "line">;

/** What is in force, oldest first, and what was. */
export interface Decisions {
  readonly pinned: readonly PinnedLine[];
  readonly retired: readonly Retired[];
  /** Names of superseded lines that have not been read yet: a memory need not be in order. */
  readonly awaited: readonly { readonly name: string; readonly by: string }[];
  /** Pinned lines that are not kept any more, because there are so many. */
  readonly dropped: number;
}

/** The decisions of a memory without lines. */
export const noDecisions: Decisions = { pinned: [], retired: [], awaited: [], dropped: 0 };

/** Lines of one kind that are kept, and names of superseded ones. */
const MAX_OF_KIND = 200;
const MAX_RETIRED = 1000;

/** Kinds of lines in which people decide, or report what is not settled yet. */
const PINNED = new Set(["decision", "user_input", "incident", "approval", "agreement", "rule"]);

/** Whether a line is a person's: a decision, an input or an incident, or a line that was given a name or a date. */
export function isPinned({ kind, facts }: MemoryLine): boolean {
  // Decisions about the model and signatures are recorded by this program, and shown elsewhere.
  if (facts.subject === "model" || facts.identity?.startsWith("sha256:")) return false;
  if (facts.id || facts.until || facts.supersedes) return true;
  return PINNED.has(kind);
}

/** The decisions after one more line. */
export function foldDecision(before: Decisions, parsed: MemoryLine, line: number): Decisions {
  const isSettled = settlesIncident(parsed);
  if (!isPinned(parsed) && !isSettled) return before;
  const pinned = pinnedLine(parsed, line);
  const older = supersededBy(before, pinned, isSettled);
  const names = new Set(older.map((each) => each.line));
  const retired = [...before.retired, ...older.map(retire)];
  const after: Decisions = {
    pinned: before.pinned.filter((each) => !names.has(each.line)),
    retired: retired.slice(-MAX_RETIRED),
    awaited: [...before.awaited, ...unknownNames(before, pinned)].slice(-MAX_RETIRED),
    dropped: before.dropped,
  };
  if (isSettled) return after;
  const isAwaited = after.awaited.some(
    ({ name, by }) => by > pinned.at && isNamed(name, pinned, false),
  );
  if (!isAwaited) return keepNewest({ ...after, pinned: [...after.pinned, pinned] }, pinned.kind);
  return { ...after, retired: [...after.retired, retire(pinned)].slice(-MAX_RETIRED) };
}

function retire({ at, kind, id, line }: PinnedLine): Retired {
  return { at, kind, id, line };
}

/** What is in force at a time, newest first. */
export function inForceAt({ pinned }: Decisions, now: string): readonly PinnedLine[] {
  return pinned
    .filter(({ until }) => until === null || (endOf(until) ?? now) >= now)
    .toSorted((a, b) => (a.at === b.at ? b.line - a.line : a.at < b.at ? 1 : -1));
}

/** The last moment of a date, or a time; null for other words, which end nothing. */
function endOf(until: string): string | null {
  return normalTime(DATE.test(until) ? `${until}T23:59:59Z` : until);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function pinnedLine({ at, kind, facts, text }: MemoryLine, line: number): PinnedLine {
  const by = facts.source || facts.by || facts.decided_by || null;
  return {
    at: normalTime(at) ?? at,
    kind,
    id: facts.id || null,
    by: by === null ? null : by.replace(/^(?:human|user):/, ""),
    until: facts.until || null,
    supersedes: (facts.supersedes ?? "").split(/[\s;]+/).filter((name) => name !== ""),
    text,
    line,
  };
}

/** An incident ends with a line of kind `incident_resolved`, or of the same id with such a status. */
function settlesIncident({ kind, facts }: MemoryLine): boolean {
  const isOver = /^(?:resolved|closed|over|ended)$/;
  return /^incident_(?:resolved|closed|ended)$/.test(kind)
    ? true
    : kind === "incident" && isOver.test(facts.status ?? "");
}

/** The lines in force that a line supersedes. */
function supersededBy(
  { pinned, retired }: Decisions,
  line: PinnedLine,
  isSettled: boolean,
): readonly PinnedLine[] {
  if (isSettled) {
    const incidents = pinned.filter(({ kind }) => kind === "incident");
    const named = incidents.filter(({ id }) => id !== null && id === line.id);
    // Without a name it can only be the one that is open.
    return named.length > 0 ? named : incidents.length === 1 && line.id === null ? incidents : [];
  }
  const all = [...pinned, ...retired];
  const found = new Set<number>();
  for (const name of line.supersedes) {
    const named = all.filter((each) => isNamed(name, each, true));
    const isById = named.some(({ id }) => id === name);
    if (isById || named.length === 1) for (const each of named) found.add(each.line);
  }
  for (const { name, isDecision } of namesInSentence(line.text, all)) {
    const meant = isDecision ? all.filter(({ kind }) => kind === "decision") : all;
    const named = meant.filter((each) => isNamed(name, each, true));
    if (named.length === 1) for (const each of named) found.add(each.line);
  }
  return pinned.filter((each) => found.has(each.line));
}

/** Whether a name means a line: its id, its time, its number, or its day where that is enough. */
function isNamed(name: string, { at, id, line }: Retired, acceptsDay: boolean): boolean {
  if (id === name || at === normalTime(name)) return true;
  const number = /^(?:memory\/events\.md#)?L(\d+)$/.exec(name)?.[1];
  if (number !== undefined) return Number(number) === line;
  return acceptsDay && DATE.test(name) && at.startsWith(name);
}

function unknownNames({ pinned, retired }: Decisions, { supersedes, at }: PinnedLine) {
  const all = [...pinned, ...retired];
  return supersedes
    .filter((name) => !all.some((each) => isNamed(name, each, true)))
    .map((name) => ({ name, by: at }));
}

const VERB = "replaces|supersedes|overrides|overrules|revokes|withdraws|cancels|reverses|repeals";
const PARTICIPLE = "replaced|superseded|overruled|revoked|withdrawn|cancelled|reversed|repealed";
const TIME = "\\d{4}-\\d{2}-\\d{2}(?:T[\\d:]+Z)?";
const ACTIVE = new RegExp(`([^.;]{0,60})\\b(?:${VERB})\\b([^.;]{0,60})`, "gi");
const PASSIVE = new RegExp(
  `([^.;]{0,60})\\b(?:is|are|was|were) (?:hereby |now )?(?:${PARTICIPLE})\\b`,
  "gi",
);
/** Words that make a sentence no statement of what happened. */
const DOUBT =
  /\b(?:not?|never|nothing|nobody|if|unless|whether|may|might|should|would|could|proposal|proposed|proposes)\b|n't\b|\?/i;

const TIMES = new RegExp(TIME, "g");

/** Dates and ids of older lines that a sentence says are replaced, and whether it calls them decisions. */
function namesInSentence(text: string, known: readonly Retired[]) {
  const clauses = [
    ...[...text.matchAll(ACTIVE)].map(([, before = "", after = ""]) => ({ before, names: after })),
    ...[...text.matchAll(PASSIVE)].map(([, before = ""]) => ({ before, names: before })),
  ].filter(({ before }) => !DOUBT.test(before));
  return clauses.flatMap(({ names }) => {
    const isDecision = /\bdecision\b/i.test(names);
    const times = [...names.matchAll(TIMES)].map(([time]) => time);
    const ids = known.flatMap(({ id }) => (id !== null && hasTerm(names, id) ? [id] : []));
    return [...times, ...ids].map((name) => ({ name, isDecision }));
  });
}

function hasTerm(text: string, term: string): boolean {
  const at = text.indexOf(term);
  const isPart = (place: number) => /[\w-]/.test(text[place] ?? " ");
  return at !== -1 && !isPart(at - 1) && !isPart(at + term.length);
}

/** Drops the oldest line of a kind of which there are too many. */
function keepNewest(decisions: Decisions, kind: string): Decisions {
  const { pinned, dropped } = decisions;
  const ofKind = pinned.filter((each) => each.kind === kind);
  const [oldest] = ofKind;
  if (ofKind.length <= MAX_OF_KIND) return decisions;
  return { ...decisions, pinned: pinned.filter((each) => each !== oldest), dropped: dropped + 1 };
}
