import type { Agent, IndexedSession, SessionDraft } from "../agents/agent.ts";
import { excerptLine } from "../base/one-line.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import type { Allowance } from "../redact/allowance.ts";
import { createRedactor, type Redaction, type Redactor } from "../redact/redactor.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import {
  changedFiles,
  createDigest,
  type Digest,
  digestItem,
} from "../transcripts/digest/digest.ts";
import { findInForce, type InForce, type Since } from "../transcripts/in-force.ts";
import { createLossTally, type LossTally } from "../transcripts/loss-tally.ts";
import { type Adaptation, type AdaptedItem, adaptItem, type ItemChange } from "./adapt-item.ts";
import {
  type ConversationCounter,
  type ConversationReport,
  countConversation,
} from "./conversation-report.ts";
import { EVERYTHING, fitConversation } from "./fit-conversation.ts";
import { BYTES_PER_TOKEN } from "./fit-to-budget.ts";
import { redactHeader, sessionTitle } from "./header.ts";
import { renderNote } from "./note.ts";
import { type ItemSize, LARGE_SPACE, sizeOfItem, type Tail } from "./select-tail.ts";
import { thinkingAsText } from "./thinking-as-text.ts";

/** What is handed over, from whom to whom, and how. */
export interface HandoffRequest {
  readonly session: Pick<IndexedSession, "header" | "items">;
  readonly from: Pick<Agent, "displayName" | "tools">;
  /** Whether the source contains a conversation, rather than texts of a bundle. */
  readonly isConversation: boolean;
  readonly to: Pick<Agent, "tools" | "isReservedText">;
  readonly since: Since;
  /** Tokens the receiver gets at most; null for everything. */
  readonly budget: number | null;
  readonly redact: boolean;
  /** What stays although it looks like a secret. */
  readonly allow?: Allowance;
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
  /** Which of some files changed after a moment. */
  changedSince(files: readonly string[], moment: string | null): Promise<readonly string[]>;
}

/** A handoff that is decided and not yet written. */
export interface PreparedHandoff {
  readonly draft: SessionDraft;
  /** The items of the order. */
  items(): AsyncIterable<ConversationItem>;
  /** What the items say that work depends on. */
  readonly digest: Digest;
  /** The items in force as they are in the source, for a session that moves unchanged. */
  recorded(): AsyncIterable<ConversationItem>;
  /** Complete once the order was written. */
  loss(): LossReport;
  /** What arrives of the conversation; complete once the order was written. */
  conversation(): ConversationReport;
  /** Size of the conversation and the note, estimated from their bytes. */
  readonly tokens: number;
  redactions(): readonly Redaction[];
  readonly found: boolean;
  /** Nothing is in force of what was asked for. */
  readonly isEmpty: boolean;
}

/** What a look through the conversation tells; complete once it has seen every item in force. */
interface Survey {
  readonly redactor: Redactor | null;
  readonly digest: Digest;
  last_at(): string | null;
  first_request(): string;
  isEmpty(): boolean;
  /** Counted only where there is a budget to compare it with. */
  bytes(): number;
  add(item: ConversationItem): void;
}

/** Decides what a receiver gets: what is in force, redacted, in its own tool names, within the budget. */
export async function prepareHandoff(request: HandoffRequest): Promise<PreparedHandoff> {
  const losses = createLossTally();
  for (const loss of request.losses) losses.add(loss);
  const learnt = createLearnt(request);
  const told = (items: AsyncIterable<TranscriptItem>) =>
    request.thinking ? thinkingAsText(items) : items;
  const items = () => told(request.session.items());
  // What a summary replaced is still in the file, and better told from there; a part is only told of itself.
  const firstPass = () =>
    takesAll(request.since) ? told(learnFrom(request.session.items(), learnt)) : items();
  const inForce = await findInForce(items, request.since, losses, firstPass);
  const survey = createSurvey(learnt, request);
  // Whoever must know the size, or has not learnt everything yet, looks through the items before they are counted.
  const isSurveyed = request.budget !== null || !takesAll(request.since);
  if (isSurveyed) for await (const _item of surveyed(inForce.items(), survey));
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
  const counter = countConversation();
  const counted = isSurveyed ? inForce.items() : surveyed(inForce.items(), survey);
  const kept = await countItems(pass(redactor, fitted.tail, counted), { losses, counter });
  const note = (await noteNow())(losses.items(), fitted.digest);
  const silent = () => itemsOf(pass(quiet(), fitted.tail));
  return finish(request, { survey, redactor, losses, kept, counter, note, silent, inForce });
}

/** The budget, when the conversation is larger; null when all of it fits. */
function exceededBudget(survey: Survey, budget: number | null): number | null {
  return budget === null || survey.bytes() / BYTES_PER_TOKEN <= budget ? null : budget;
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

/** What is learnt from the items: their secrets, and what work depends on. */
type Learnt = Pick<Survey, "redactor" | "digest">;

function createLearnt({ redact, allow, from, session }: HandoffRequest): Learnt {
  const redactor = redact ? createRedactor(allow) : null;
  redactor?.learn(session.header);
  return { redactor, digest: createDigest(from.tools) };
}

/** Learns from every item on its first way through. */
async function* learnFrom(
  items: AsyncIterable<TranscriptItem>,
  { redactor, digest }: Learnt,
): AsyncGenerator<TranscriptItem> {
  for await (const item of items) {
    redactor?.learn(textsIn(item));
    digestItem(digest, item);
    yield item;
  }
}

function createSurvey({ redactor, digest }: Learnt, { budget, since }: HandoffRequest): Survey {
  let last_at: string | null = null;
  let first_request = "";
  let [isEmpty, bytes] = [true, 0];
  return {
    redactor,
    digest,
    last_at: () => last_at,
    first_request: () => first_request,
    isEmpty: () => isEmpty,
    bytes: () => bytes,
    add(item) {
      isEmpty = false;
      if (item.at !== null) last_at = item.at;
      if (first_request === "" && item.kind === "message" && item.role === "user") {
        first_request = item.text;
      }
      if (budget !== null) bytes += JSON.stringify(item).length;
      if (takesAll(since)) return;
      redactor?.learn(textsIn(item));
      digestItem(digest, item);
    },
  };
}

async function* surveyed(
  items: AsyncIterable<ConversationItem>,
  survey: Survey,
): AsyncGenerator<ConversationItem> {
  for await (const item of items) {
    survey.add(item);
    yield item;
  }
}

function takesAll({ id, time }: Since): boolean {
  return id === undefined && time === undefined;
}

/** What of an item a model is given: its ids and places hold no words. */
function textsIn(item: TranscriptItem): unknown {
  switch (item.kind) {
    case "message":
      return [item.text, ...item.attachments.map(({ uri }) => uri)];
    case "reasoning":
      return item.text;
    case "tool_call":
      return item.arguments;
    case "tool_result":
      return [item.content, ...item.attachments.map(({ uri }) => uri)];
    case "compaction":
      return item.summary;
    default:
      return null;
  }
}

/** An item that a budget may have no space for. */
interface FittedItem extends AdaptedItem {
  readonly isCarried: boolean;
}

async function* adaptAll(
  items: AsyncIterable<ConversationItem>,
  alteration: Adaptation,
  tail: Tail | null,
): AsyncGenerator<FittedItem> {
  let position = 0;
  for await (const item of items) {
    const most = tail === null ? Number.POSITIVE_INFINITY : tail.get(position);
    yield { ...adaptItem(item, alteration, most), isCarried: most !== undefined };
    position++;
  }
}

async function sizesOf(
  items: AsyncIterable<FittedItem>,
  tools: Adaptation["to"],
): Promise<readonly ItemSize[]> {
  const sizes: ItemSize[] = [];
  for await (const { item } of items) sizes.push(sizeOfItem(item, tools));
  return sizes;
}

/** Counts the items that arrive, and returns how many do so unchanged. */
async function countItems(
  items: AsyncIterable<FittedItem>,
  { losses, counter }: { readonly losses: LossTally; readonly counter: ConversationCounter },
): Promise<number> {
  const scope = "conversation";
  let kept = 0;
  for await (const { item, changes, renamedFrom, isCarried } of items) {
    const where = locationOf(item);
    if (!isCarried) {
      losses.add({ kind: "summarised", scope, where, why: OVER_BUDGET });
      continue;
    }
    counter.add(item);
    if (renamedFrom !== null && item.kind === "tool_call") counter.rename(renamedFrom, item.name);
    if (changes.length === 0) kept++;
    else losses.add({ kind: lossKindOf(changes), scope, where, why: reasonFor(changes) });
  }
  return kept;
}

const OVER_BUDGET = "left out to fit the budget; the note to the receiver summarises it";

/** A shortened result is not complete any more; every other change keeps the content. */
function lossKindOf(changes: readonly ItemChange[]): "changed" | "summarised" {
  return changes.some(({ kind }) => kind === "shortened") ? "summarised" : "changed";
}

function reasonFor(changes: readonly ItemChange[]): string {
  return changes.map(({ why }) => why).join("; ");
}

interface HandoffDecisions {
  readonly survey: Survey;
  readonly losses: LossTally;
  readonly kept: number;
  readonly counter: ConversationCounter;
  readonly note: string;
  readonly redactor: Redactor | null;
  silent(): AsyncIterable<ConversationItem>;
  readonly inForce: InForce;
}

function finish(request: HandoffRequest, decided: HandoffDecisions): PreparedHandoff {
  const { survey, redactor, losses, counter } = decided;
  // Titles and notes are not among the items that were learnt from.
  const clean = (text: string) => survey.redactor?.text(text, "title") ?? text;
  const before = lossReport(0, losses.items());
  const items = () => decided.silent();
  const header = redactHeader(request.session.header, clean);
  const draft: SessionDraft = {
    header,
    items,
    session_id: request.session_id,
    cwd: request.cwd,
    title: clean(sessionTitle(header, survey.first_request())),
    note: clean(decided.note),
    now: request.now,
    settings: request.settings,
    // What a receiver's form cannot take is part of the conversation, unless its writer says otherwise.
    loss: (loss) => losses.add({ scope: "conversation", ...loss }),
  };
  return {
    draft: draft,
    items,
    digest: survey.digest,
    found: decided.inForce.found,
    isEmpty: survey.isEmpty(),
    loss: () => {
      const report = lossReport(0, losses.items());
      // What the receiver's form changes or drops had been counted as kept.
      const later = report.changed + report.dropped - before.changed - before.dropped;
      return { ...report, kept: Math.max(0, decided.kept - later) };
    },
    recorded: () => decided.inForce.recorded(),
    conversation: () => counter.report(losses.items()),
    tokens: counter.tokens() + Math.ceil(Buffer.byteLength(draft.note) / BYTES_PER_TOKEN),
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

async function* itemsOf(fitted: AsyncIterable<FittedItem>): AsyncGenerator<ConversationItem> {
  for await (const { item, isCarried } of fitted) if (isCarried) yield item;
}
