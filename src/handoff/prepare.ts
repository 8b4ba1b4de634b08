import type { Agent, IndexedSession, SessionDraft } from "../agents/agent.ts";
import { type BatchedSequence, batchesOf, expand } from "../base/batches.ts";
import { randomName } from "../base/hash.ts";
import type { LatePart } from "../base/late-part.ts";
import { excerptLine } from "../base/text/one-line.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { Redaction, Redactor } from "../redact/redactor.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";
import { changedFiles, type Digest } from "../transcripts/digest/digest.ts";
import { findInForce, type InForce } from "../transcripts/in-force.ts";
import { createLossTally, type LossTally } from "../transcripts/loss-tally.ts";
import { type Adaptation, adaptItem } from "./adapt-item.ts";
import { type Arrivals, countArrivals, type FittedItem } from "./arrivals.ts";
import type { ConversationReport } from "./conversation-report.ts";
import { EVERYTHING, fitConversation } from "./fit-conversation.ts";
import { BYTES_PER_TOKEN } from "./fit-to-budget.ts";
import { redactHeader, sessionTitle } from "./header.ts";
import { renderNote } from "./note.ts";
import { type ItemSize, LARGE_SPACE, sizeOfItem, type Tail } from "./select-tail.ts";
import {
  createLearnt,
  createSurvey,
  learnFrom,
  type Survey,
  type SurveyRequest,
  surveyed,
  takesAll,
} from "./survey.ts";
import { thinkingAsText } from "./thinking-as-text.ts";

/** What is handed over, from whom to whom, and how. */
export interface HandoffRequest extends SurveyRequest {
  readonly session: Pick<IndexedSession, "header" | "items">;
  readonly from: Pick<Agent, "displayName" | "tools">;
  /** Whether the source contains a conversation, rather than texts of a bundle. */
  readonly isConversation: boolean;
  readonly to: Pick<Agent, "tools" | "isReservedText">;
  /** Whether readable thinking of the source model becomes text of the conversation. */
  readonly thinking: boolean;
  /** What is known to be lost before the session is read. */
  readonly losses: readonly LossItem[];
  /** Path beginnings to replace, old and new. */
  readonly map: readonly (readonly [string, string])[];
  readonly session_id: string;
  readonly cwd: string;
  readonly now: Date;
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Whether the items may be counted when they are written, which spares a way through them. The note, which
   * names the counts, is then known after that.
   */
  readonly countsLater?: boolean;
  /** Whether the receiver can read encrypted summaries of the source: it is the same agent's own session. */
  readonly keepsSealed?: boolean;
  /**
   * Tokens that the receiver takes. A conversation whose summary is encrypted is larger than its own agent would
   * send it: where no budget was named, it is fitted to half of these if it is larger than all of them.
   */
  readonly window?: number | null;
  /** Which of some files changed after a moment. */
  changedSince(files: readonly string[], moment: string | null): Promise<readonly string[]>;
}

/** A handoff that is decided and not yet written. */
export interface PreparedHandoff {
  readonly draft: SessionDraft;
  /** The note, when it is known only once the order was written: until then a mark stands for it. */
  readonly lateNote: LatePart | null;
  /** The items of the order. */
  items(): AsyncIterable<ConversationItem>;
  /** Whether what is in force is in memory. */
  readonly isHeld: boolean;
  /** What the items say that work depends on. */
  readonly digest: Digest;
  /** The items in force as they are in the source, for a session that moves unchanged. */
  recorded(): AsyncIterable<ConversationItem>;
  /** Complete once the order was written. */
  loss(): LossReport;
  /** What arrives of the conversation; complete once the order was written. */
  conversation(): ConversationReport;
  /** Size of the conversation and the note, estimated from their bytes; complete once the order was written. */
  tokens(): number;
  redactions(): readonly Redaction[];
  /** Set when the newest summary of the source is encrypted, so that the messages before it came in its place. */
  readonly behindSealed: { readonly fittedTo: number | null } | null;
  readonly found: boolean;
  /** Nothing is in force of what was asked for. */
  readonly isEmpty: boolean;
}

/** Decides what a receiver gets: what is in force, redacted, in its own tool names, within the budget. */
export async function prepareHandoff(request: HandoffRequest): Promise<PreparedHandoff> {
  const handoff = await prepareWith(request);
  if (handoff !== "too large") return handoff;
  const budget = Math.floor((request.window ?? 0) / 2);
  const fitted = await prepareWith({ ...request, budget, window: null });
  if (fitted === "too large") throw new Error("a budget bounds a conversation");
  return { ...fitted, behindSealed: { fittedTo: budget } };
}

async function prepareWith(request: HandoffRequest): Promise<PreparedHandoff | "too large"> {
  const losses = createLossTally();
  for (const loss of request.losses) losses.add(loss);
  const learnt = createLearnt(request);
  const told = (items: AsyncIterable<TranscriptItem>) =>
    request.thinking ? thinkingAsText(items) : items;
  const items = () => told(request.session.items());
  // What a summary replaced is still in the file, and better told from there; a part is only told of itself.
  const firstPass = () =>
    takesAll(request.since) ? told(learnFrom(request.session.items(), learnt)) : items();
  const wanted = request.keepsSealed
    ? { ...request.since, keepsSealed: true as const }
    : request.since;
  const inForce = await findInForce(items, wanted, losses, firstPass);
  if (inForce.isBehindSealed && request.budget === null && request.window) {
    if ((await bytesOf(inForce)) > request.window * BYTES_PER_TOKEN) return "too large";
  }
  const survey = createSurvey(learnt, request);
  // Whoever must know the size, or has not learnt everything yet, looks through the items before they are counted.
  const isSurveyed = request.budget !== null || !takesAll(request.since);
  if (isSurveyed) for await (const _batch of surveyed(inForce.items(), survey).batches());
  const room = exceededBudget(survey, request.budget);
  const alteration = adaptationFor(request, room);
  // Every way through the items has a redactor of its own, so that only one of them counts.
  const pass = (redactor: Redactor | null, tail: Tail | null, from = inForce.items()) =>
    adaptAll(from, { ...alteration, redactor }, tail);
  const quiet = () => learnt.redactor?.again() ?? null;
  const noteNow = () => noteRenderer(request, survey);
  const sizes = room === null ? [] : await sizesOf(pass(quiet(), null), request.to.tools);
  const fitted =
    room === null
      ? EVERYTHING
      : fitConversation(learnt, sizes, { room, note: (await noteNow())(losses.items(), "") });
  const redactor = quiet();
  const arrivals = countArrivals(losses);
  const counted = () => {
    const from = isSurveyed ? inForce.items() : surveyed(inForce.items(), survey);
    return expand(pass(redactor, fitted.tail, from), (item: FittedItem, add: AddItem) => {
      arrivals.add(item);
      if (item.isCarried) add(item.item);
    });
  };
  const note = async () => (await noteNow())(losses.items(), fitted.digest);
  const silent = () => itemsOf(pass(quiet(), fitted.tail));
  const decided = { survey, redactor, losses, arrivals, silent, inForce };
  if (request.countsLater && !isSurveyed) {
    await findFirstRequest(inForce, survey);
    return finish(request, {
      ...decided,
      items: onceThen(counted, silent),
      note: null,
      lateNote: note,
    });
  }
  for await (const _batch of counted().batches());
  return finish(request, { ...decided, items: silent, note: await note(), lateNote: null });
}

async function bytesOf(inForce: InForce): Promise<number> {
  let bytes = 0;
  for await (const item of inForce.items()) bytes += textBytesOf(item);
  return bytes;
}

type AddItem = (item: ConversationItem) => void;

/** Looks at the items up to the first request: what a session is called does not wait until it was written. */
async function findFirstRequest(inForce: InForce, survey: Survey): Promise<void> {
  for await (const _batch of surveyed(inForce.items(), survey).batches()) {
    if (survey.first_request() !== "") return;
  }
}

/** One thing the first time, and another one every time after that. */
function onceThen<Result>(first: () => Result, later: () => Result): () => Result {
  let isFirst = true;
  return () => {
    const result = isFirst ? first() : later();
    isFirst = false;
    return result;
  };
}

/** Bytes that are kept free for a note without a digest, before everything is carried as it is. */
const NOTE_BYTES = 1600;

/** The budget, when the conversation is larger; null when all of it fits. */
function exceededBudget(survey: Survey, budget: number | null): number | null {
  if (budget === null) return null;
  return survey.bytes() + NOTE_BYTES <= budget * BYTES_PER_TOKEN ? null : budget;
}

function adaptationFor({ from, to, map }: HandoffRequest, room: number | null): Adaptation {
  const { isReservedText } = to;
  return {
    redactor: null,
    from: from.tools,
    to: to.tools,
    map,
    dropsReplacedText: room !== null && room * BYTES_PER_TOKEN < LARGE_SPACE,
    ...(isReservedText === undefined ? {} : { isReservedText }),
  };
}

/** The note, made anew with every loss that comes to light. */
async function noteRenderer(
  request: HandoffRequest,
  survey: Survey,
): Promise<(losses: readonly LossItem[], digest: string) => string> {
  const last_at = survey.last_at();
  const goal = await goalOf(request, survey);
  const changed_files = await request.changedSince(changedFiles(survey.digest), last_at);
  const { header } = request.session;
  const { isConversation, now } = request;
  const facts = { agent: request.from.displayName, isConversation, header, last_at, now, goal };
  return (losses, digest) => renderNote({ ...facts, changed_files, digest, losses });
}

const GOAL_LENGTH = 500;

/** The first request of the session, when neither the conversation that follows nor the digest has it. */
async function goalOf(
  { session, isConversation, since, budget }: HandoffRequest,
  survey: Survey,
): Promise<string | null> {
  const { redactor } = survey;
  const isDigested = exceededBudget(survey, budget) !== null && takesAll(since);
  if (!isConversation || isDigested) return null;
  for await (const item of session.items()) {
    const isRequest = item.kind === "message" && item.role === "user" && item.thread === null;
    if (!isRequest || item.text.trim() === "") continue;
    if (item.text === survey.first_request()) return null;
    return excerptLine(redactor?.text(item.text, "goal") ?? item.text, GOAL_LENGTH);
  }
  return null;
}

function adaptAll(
  items: AsyncIterable<ConversationItem>,
  alteration: Adaptation,
  tail: Tail | null,
): BatchedSequence<FittedItem> {
  let position = 0;
  return expand(items, (item, add) => {
    const most = tail === null ? Number.POSITIVE_INFINITY : tail.get(position);
    add({ ...adaptItem(item, alteration, most), isCarried: most !== undefined });
    position++;
  });
}

async function sizesOf(
  items: AsyncIterable<FittedItem>,
  tools: Adaptation["to"],
): Promise<readonly ItemSize[]> {
  const sizes: ItemSize[] = [];
  for await (const batch of batchesOf(items)) {
    for (const { item } of batch) sizes.push(sizeOfItem(item, tools));
  }
  return sizes;
}

interface HandoffDecisions {
  readonly survey: Survey;
  /** What is different before the receiver's form has its say. */
  readonly losses: LossTally;
  readonly arrivals: Arrivals;
  /** Null while it is still to come. */
  readonly note: string | null;
  readonly lateNote: (() => Promise<string>) | null;
  readonly redactor: Redactor | null;
  /** Counts what it gives, unless that was done. */
  items(): AsyncIterable<ConversationItem>;
  silent(): AsyncIterable<ConversationItem>;
  readonly inForce: InForce;
}

function finish(request: HandoffRequest, decided: HandoffDecisions): PreparedHandoff {
  const { survey, redactor, losses, arrivals, items, silent, lateNote } = decided;
  const { counter } = arrivals;
  // Titles and notes are not among the items that were learnt from.
  const clean = (text: string) => survey.redactor?.text(text, "title") ?? text;
  const formLosses = createLossTally();
  const allLosses = () => [...losses.items(), ...formLosses.items()];
  const header = redactHeader(request.session.header, clean);
  let note = decided.note === null ? `note-${randomName()}${randomName()}` : clean(decided.note);
  const mark = note;
  const draft: SessionDraft = {
    header,
    items,
    session_id: request.session_id,
    cwd: request.cwd,
    title: clean(sessionTitle(header, survey.first_request())),
    note,
    now: request.now,
    settings: request.settings,
    // What a receiver's form cannot take is part of the conversation, unless its writer says otherwise.
    loss: (loss) => formLosses.add({ scope: "conversation", ...loss }),
  };
  return {
    draft,
    lateNote: lateNote && {
      mark,
      async text() {
        note = clean(await lateNote());
        return note;
      },
    },
    items: silent,
    isHeld: decided.inForce.isHeld,
    digest: survey.digest,
    behindSealed: decided.inForce.isBehindSealed ? { fittedTo: null } : null,
    found: decided.inForce.found,
    isEmpty: survey.isEmpty(),
    loss: () => {
      const report = lossReport(0, allLosses());
      // What the receiver's form changes or drops had been counted as kept.
      const later = lossReport(0, formLosses.items());
      return { ...report, kept: Math.max(0, arrivals.kept() - later.changed - later.dropped) };
    },
    recorded: () => decided.inForce.recorded(),
    conversation: () => counter.report(allLosses()),
    tokens: () => counter.tokens() + Math.ceil(Buffer.byteLength(note) / BYTES_PER_TOKEN),
    redactions: () => mergeReports(redactor?.report() ?? [], survey.redactor?.report() ?? []),
  };
}

/** What was replaced in the items, and what only stood in words about them, such as a title. */
function mergeReports(
  items: readonly Redaction[],
  words: readonly Redaction[],
): readonly Redaction[] {
  const known = new Set(items.map(({ placeholder }) => placeholder));
  return [...items, ...words.filter(({ placeholder }) => !known.has(placeholder))];
}

function itemsOf(fitted: AsyncIterable<FittedItem>): BatchedSequence<ConversationItem> {
  return expand(fitted, ({ item, isCarried }, add) => {
    if (isCarried) add(item);
  });
}
