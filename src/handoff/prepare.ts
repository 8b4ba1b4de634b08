import type { Agent, IndexedSession, SessionDraft } from "../agents/agent.ts";
import { excerptLine } from "../base/one-line.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import { locationOf } from "../model/transcript.ts";
import type { Allowance } from "../redact/allowance.ts";
import { createRedactor, type Redaction, type Redactor } from "../redact/redactor.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { createDigest, type Digest, digestItem, factsOf } from "../transcripts/digest/digest.ts";
import { findInForce, type InForce, type Since } from "../transcripts/in-force.ts";
import { createLossTally, type LossTally } from "../transcripts/loss-tally.ts";
import { type Adaptation, type AdaptedItem, adaptItem, type ItemChange } from "./adapt-item.ts";
import {
  type ConversationCounter,
  type ConversationReport,
  countConversation,
} from "./conversation-report.ts";
import { BYTES_PER_TOKEN, fitToBudget } from "./fit-to-budget.ts";
import { redactHeader, sessionTitle } from "./header.ts";
import { renderNote } from "./note.ts";
import { chooseFacts, renderFacts } from "./render-facts.ts";
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

/** What a first look at the conversation tells. */
interface ConversationSurvey {
  readonly redactor: Redactor | null;
  readonly digest: Digest;
  readonly last_at: string | null;
  readonly first_request: string;
  readonly isEmpty: boolean;
  /** Counted only where there is a budget to compare it with. */
  readonly bytes: number;
}

/** Share of a budget that goes to what the left-out part said, and the greatest share of one result. */
const DIGEST_SHARE = 0.5;
const RESULT_SHARE = 0.2;

/** Decides what a receiver gets: what is in force, redacted, in its own tool names, within the budget. */
export async function prepareHandoff(request: HandoffRequest): Promise<PreparedHandoff> {
  const losses = createLossTally();
  for (const loss of request.losses) losses.add(loss);
  const items = () =>
    request.thinking ? thinkingAsText(request.session.items()) : request.session.items();
  const inForce = await findInForce(items, request.since, losses);
  const survey = await surveyConversation(inForce, request);
  const room = exceededBudget(survey, request.budget);
  const alteration = adaptationFor(request, room);
  // Every way through the items has a redactor of its own, so that only one of them counts.
  const pass = (redactor: Redactor | null) =>
    adaptAll(inForce.items(), { ...alteration, redactor });
  const silent = () => itemsOf(pass(survey.redactor?.again() ?? null));
  const noteNow = await noteRenderer(request, survey, room);
  const { session_id } = request.session.header;
  const start =
    room === null
      ? 0
      : await fitToBudget({
          session: session_id,
          items: silent,
          budget: room,
          note: noteNow(losses.items()),
        });
  const redactor = survey.redactor?.again() ?? null;
  const counter = countConversation();
  const kept = await countItems(pass(redactor), start, { losses, counter });
  const note = noteNow(losses.items());
  return finish(request, { survey, redactor, losses, kept, counter, note, start, silent, inForce });
}

/** The budget, when the conversation is larger; null when all of it fits. */
function exceededBudget({ bytes }: ConversationSurvey, budget: number | null): number | null {
  return budget === null || bytes / BYTES_PER_TOKEN <= budget ? null : budget;
}

function adaptationFor({ from, to, map }: HandoffRequest, room: number | null): Adaptation {
  const maxResultBytes = room && Math.floor(room * RESULT_SHARE) * BYTES_PER_TOKEN;
  const { isReservedText } = to;
  return {
    redactor: null,
    from: from.tools,
    to: to.tools,
    map,
    maxResultBytes,
    ...(isReservedText === undefined ? {} : { isReservedText }),
  };
}

/** The note, made anew with every loss that comes to light. */
async function noteRenderer(
  request: HandoffRequest,
  survey: ConversationSurvey,
  room: number | null,
): Promise<(losses: readonly LossItem[]) => string> {
  const { last_at } = survey;
  const digest = room === null ? "" : await digestWithin(survey, room * DIGEST_SHARE);
  const goal = await goalOf(request, survey, room);
  const changed_files = await request.changedSince([...survey.digest.files], last_at);
  const { header } = request.session;
  const { isConversation, now } = request;
  const facts = { agent: request.from.displayName, isConversation, header, last_at, now, goal };
  return (losses) => renderNote({ ...facts, changed_files, digest, losses });
}

const GOAL_LENGTH = 500;

/** The first request of the session, when the conversation that follows does not begin with it. */
async function goalOf(
  { session, isConversation }: HandoffRequest,
  { first_request, redactor }: ConversationSurvey,
  room: number | null,
): Promise<string | null> {
  if (!isConversation) return null;
  for await (const item of session.items()) {
    const isRequest = item.kind === "message" && item.role === "user" && item.thread === null;
    if (!isRequest || item.text.trim() === "") continue;
    if (room === null && item.text === first_request) return null;
    return excerptLine(redactor?.text(item.text, "goal") ?? item.text, GOAL_LENGTH);
  }
  return null;
}

async function surveyConversation(
  inForce: InForce,
  { redact, allow, from, session, budget }: HandoffRequest,
): Promise<ConversationSurvey> {
  const redactor = redact ? createRedactor(allow) : null;
  redactor?.learn(session.header);
  const digest = createDigest(from.tools);
  let last_at: string | null = null;
  let first_request = "";
  let [isEmpty, bytes] = [true, 0];
  for await (const item of inForce.items()) {
    isEmpty = false;
    redactor?.learn(item);
    digestItem(digest, item);
    if (item.at !== null) last_at = item.at;
    if (first_request === "" && item.kind === "message" && item.role === "user") {
      first_request = item.text;
    }
    if (budget !== null) bytes += JSON.stringify(item).length;
  }
  return { redactor, digest, last_at, first_request, isEmpty, bytes };
}

async function* adaptAll(
  items: AsyncIterable<ConversationItem>,
  alteration: Adaptation,
): AsyncGenerator<AdaptedItem> {
  for await (const item of items) yield adaptItem(item, alteration);
}

async function digestWithin(
  { digest, redactor }: ConversationSurvey,
  budget: number,
): Promise<string> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const text = renderFacts(chooseFacts(factsOf(digest), budget, (words) => counter.count(words)));
  return redactor === null ? text : redactor.text(text, "digest");
}

/** Counts the items that arrive, and returns how many do so unchanged; those before `start` did not fit. */
async function countItems(
  items: AsyncIterable<AdaptedItem>,
  start: number,
  { losses, counter }: { readonly losses: LossTally; readonly counter: ConversationCounter },
): Promise<number> {
  const scope = "conversation";
  let [position, kept] = [0, 0];
  for await (const { item, changes, renamedFrom } of items) {
    const where = locationOf(item);
    if (position++ < start) {
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
  readonly survey: ConversationSurvey;
  readonly losses: LossTally;
  readonly kept: number;
  readonly counter: ConversationCounter;
  readonly note: string;
  readonly start: number;
  readonly redactor: Redactor | null;
  silent(): AsyncIterable<ConversationItem>;
  readonly inForce: InForce;
}

function finish(request: HandoffRequest, decided: HandoffDecisions): PreparedHandoff {
  const { survey, redactor, losses, counter, start } = decided;
  // Titles and notes are not among the items that were learnt from.
  const clean = (text: string) => survey.redactor?.text(text, "title") ?? text;
  const before = lossReport(0, losses.items());
  const items = () => skip(decided.silent(), start);
  const header = redactHeader(request.session.header, clean);
  const draft: SessionDraft = {
    header,
    items,
    session_id: request.session_id,
    cwd: request.cwd,
    title: clean(sessionTitle(header, survey.first_request)),
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
    isEmpty: survey.isEmpty,
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

async function* itemsOf(altered: AsyncIterable<AdaptedItem>): AsyncGenerator<ConversationItem> {
  for await (const { item } of altered) yield item;
}

async function* skip(items: AsyncIterable<ConversationItem>, start: number) {
  let place = 0;
  for await (const item of items) if (place++ >= start) yield item;
}
