import type { Agent, NativeOrder, Reading } from "../agents/agent.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import { createRedactor, type Redaction, type Redactor } from "../redact/redactor.ts";
import { type ConversationItem, placeOf } from "../transcripts/carried.ts";
import { createDigest, type Digest, digestItem, factsOf } from "../transcripts/digest/digest.ts";
import { findInForce, type InForce, type Since } from "../transcripts/in-force.ts";
import { type LossTally, tallyLosses } from "../transcripts/tally-losses.ts";
import { type Alteration, type Altered, alterItem } from "./alter.ts";
import { BYTES_PER_TOKEN, fitToBudget } from "./fit.ts";
import { cleanHeader, titleOf } from "./header.ts";
import { noteOf } from "./note.ts";
import { chooseFacts, renderFacts } from "./render-facts.ts";

/** What is handed over, from whom to whom, and how. */
export interface HandoffRequest {
  readonly reading: Pick<Reading, "header" | "items">;
  readonly from: Pick<Agent, "title" | "tools">;
  readonly to: Pick<Agent, "tools">;
  readonly since: Since;
  /** Tokens the receiver gets at most; null for everything. */
  readonly budget: number | null;
  readonly redact: boolean;
  /** Places of records that could not be read. */
  readonly lost: readonly string[];
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
export interface Handoff {
  readonly order: NativeOrder;
  /** The items of the order. */
  items(): AsyncIterable<ConversationItem>;
  /** What the items say that work depends on. */
  readonly digest: Digest;
  /** Complete once the order was written. */
  loss(): LossReport;
  redactions(): readonly Redaction[];
  readonly found: boolean;
  /** Nothing is in force of what was asked for. */
  readonly isEmpty: boolean;
}

/** What a first look at the conversation tells. */
interface Survey {
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
export async function prepareHandoff(request: HandoffRequest): Promise<Handoff> {
  const losses = tallyLosses();
  for (const place of request.lost) losses.add("dropped", place, "the record could not be read");
  const inForce = await findInForce(() => request.reading.items(), request.since, losses);
  const survey = await surveyOf(inForce, request);
  const room = roomFor(survey, request.budget);
  const alteration = alterationOf(request, room);
  // Every way through the items has a redactor of its own, so that only one of them counts.
  const pass = (redactor: Redactor | null) =>
    alterAll(inForce.items(), { ...alteration, redactor });
  const silent = () => itemsOf(pass(survey.redactor?.again() ?? null));
  const noteNow = await noteFor(request, survey, room);
  const { session_id } = request.reading.header;
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
  const kept = await countKept(pass(redactor), start, losses);
  const note = noteNow(losses.items());
  return finish(request, { survey, redactor, losses, kept, note, start, silent, inForce });
}

/** The budget, when the conversation is larger; null when all of it fits. */
function roomFor({ bytes }: Survey, budget: number | null): number | null {
  return budget === null || bytes / BYTES_PER_TOKEN <= budget ? null : budget;
}

function alterationOf({ from, to, map }: HandoffRequest, room: number | null): Alteration {
  const maxResultBytes = room && Math.floor(room * RESULT_SHARE) * BYTES_PER_TOKEN;
  return { redactor: null, from: from.tools, to: to.tools, map, maxResultBytes };
}

/** The note, made anew with every loss that comes to light. */
async function noteFor(
  request: HandoffRequest,
  survey: Survey,
  room: number | null,
): Promise<(losses: readonly LossItem[]) => string> {
  const { last_at } = survey;
  const digest = room === null ? "" : await digestWithin(survey, room * DIGEST_SHARE);
  const changed_files = await request.changedSince([...survey.digest.files], last_at);
  const { header } = request.reading;
  const facts = { agent: request.from.title, header, last_at, now: request.now };
  return (losses) => noteOf({ ...facts, changed_files, digest, losses });
}

async function surveyOf(
  inForce: InForce,
  { redact, from, reading, budget }: Pick<HandoffRequest, "redact" | "from" | "reading" | "budget">,
): Promise<Survey> {
  const redactor = redact ? createRedactor() : null;
  redactor?.learn(reading.header);
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

async function* alterAll(
  items: AsyncIterable<ConversationItem>,
  alteration: Alteration,
): AsyncGenerator<Altered> {
  for await (const item of items) yield alterItem(item, alteration);
}

async function digestWithin({ digest, redactor }: Survey, budget: number): Promise<string> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const text = renderFacts(chooseFacts(factsOf(digest), budget, (words) => counter.count(words)));
  return redactor === null ? text : redactor.text(text, "digest");
}

/** Items that arrive as they were; those before `start` did not fit. */
async function countKept(
  items: AsyncIterable<Altered>,
  start: number,
  losses: LossTally,
): Promise<number> {
  const why = "no room within the budget; the note says what it was about";
  let [place, kept] = [0, 0];
  for await (const { item, changes } of items) {
    if (place++ < start) losses.add("summarised", placeOf(item), why);
    else if (changes.length === 0) kept++;
    else losses.add("changed", placeOf(item), changes.join("; "));
  }
  return kept;
}

interface Decided {
  readonly survey: Survey;
  readonly losses: LossTally;
  readonly kept: number;
  readonly note: string;
  readonly start: number;
  readonly redactor: Redactor | null;
  silent(): AsyncIterable<ConversationItem>;
  readonly inForce: InForce;
}

function finish(request: HandoffRequest, decided: Decided): Handoff {
  const { survey, redactor, losses, start } = decided;
  // Titles and notes are not among the items that were learnt from.
  const clean = (text: string) => survey.redactor?.text(text, "title") ?? text;
  const before = lossReport(0, losses.items());
  const items = () => skip(decided.silent(), start);
  const header = cleanHeader(request.reading.header, clean);
  const order: NativeOrder = {
    header,
    items,
    session_id: request.session_id,
    cwd: request.cwd,
    title: clean(titleOf(header, survey.first_request)),
    note: clean(decided.note),
    now: request.now,
    settings: request.settings,
    loss: ({ kind, where, why }) => losses.add(kind, where, why),
  };
  return {
    order,
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

async function* itemsOf(altered: AsyncIterable<Altered>): AsyncGenerator<ConversationItem> {
  for await (const { item } of altered) yield item;
}

async function* skip(items: AsyncIterable<ConversationItem>, start: number) {
  let place = 0;
  for await (const item of items) if (place++ >= start) yield item;
}
