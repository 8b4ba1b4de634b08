/**
 * What a compaction dropped: what was in the conversation before it and is neither in its summary, nor among the items
 * that it kept, nor in anything later. Whatever was taken back, resolved or removed later is not missed by anybody.
 */
import { batchesOf } from "../../base/batches.ts";
import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";
import { collapseSpace, truncateEnd } from "../../base/text/one-line.ts";
import { type Dropped, type DroppedItem, droppedKinds } from "../../model/dropped.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import type { CitedRecord } from "../cite.ts";
import { provenClaims } from "../claims/propose-claims.ts";
import { recordSession, type SessionRecord } from "../claims/session-record.ts";
import type { Action } from "../digest/actions.ts";
import { checkOf } from "../digest/check-kind.ts";
import { commandKeys } from "../digest/commands.ts";
import { createDigest, type Digest, digestItem } from "../digest/digest.ts";
import { isMain } from "../dispositions.ts";
import { closingStatements } from "../ending/closing-statements.ts";
import { planState } from "../ending/plan-state.ts";
import type { ToolTable } from "../tool-names.ts";
import { type Compaction, lastCompaction } from "./last-compaction.ts";
import { createRemainingText, type RemainingText } from "./remaining-text.ts";

/** A session that is looked through. */
export interface CompactedSession {
  readonly header: TranscriptHeader;
  readonly tools: ToolTable;
  items(): AsyncIterable<TranscriptItem>;
}

/** Most of one kind that are listed, the newest; more are read by nobody. */
const MAX_LISTED = 20;
const MAX_TEXT = 300;

/** Finds what the last compaction of a session dropped. */
export async function findDropped(session: CompactedSession): Promise<Dropped> {
  const compaction = await lastCompaction(session.items());
  if (compaction === null) return { compaction: null, items: [], more: 0 };
  const { before, changes, remaining, hasEarlier } = await readAround(session, compaction);
  const { header, tools } = session;
  const record = await recordSession(header.session_id, session.items(), {
    tools,
    folder: header.cwd,
    isSubAgent: header.sub_agent === true,
  });
  const found: Readonly<Record<DroppedItem["kind"], readonly Found[]>> = {
    decision: decisions(record, compaction, remaining),
    open: openPoints(before, record.digest).filter(
      ({ text }) => !remaining.states(outcomeIn(text)),
    ),
    command: commands(before, record.digest).filter(({ text }) => !remaining.runs(commandIn(text))),
    file: files(before, record.digest, changes).filter(({ text }) => !remaining.names(text)),
  };
  const { numbers } = record.digest;
  const items = droppedKinds.flatMap((kind) =>
    found[kind].slice(-MAX_LISTED).map(({ text, item_id, at }) => ({
      kind,
      text: truncateEnd(collapseSpace(text), MAX_TEXT),
      number: numbers.of(item_id),
      at,
    })),
  );
  const all = droppedKinds.reduce((sum, kind) => sum + found[kind].length, 0);
  return {
    compaction: {
      number: numbers.of(compaction.id),
      at: compaction.at,
      is_readable: compaction.summary !== null,
      has_earlier: hasEarlier,
    },
    items,
    more: all - items.length,
  };
}

interface Found extends CitedRecord {
  readonly text: string;
}

/** The work as it was when the compaction came, and what remains to be read after it. */
async function readAround({ items, tools, header }: CompactedSession, { id, kept }: Compaction) {
  const before = createDigest(tools, header.cwd);
  const remaining = createRemainingText(tools);
  const changes = new Map<string, CitedRecord>();
  const keptIds = new Set(kept);
  let isBefore = true;
  let hasEarlier = false;
  const see = (item: TranscriptItem) => {
    if (item.id === id) isBefore = false;
    if (isBefore) {
      hasEarlier ||= isMain(item) && (item.kind === "message" || item.kind === "tool_call");
      digestItem(before, item);
      if (item.kind === "file_change") {
        changes.set(before.relative(item.path), { item_id: item.id, at: item.at });
      }
    }
    if (isMain(item) && (!isBefore || keptIds.has(item.id))) remaining.add(item);
  };
  for await (const batch of batchesOf(items())) for (const item of batch) see(item);
  return { before, changes, remaining, hasEarlier };
}

/** What the person decided and demanded before, and nothing later takes back. */
function decisions(
  record: SessionRecord,
  compaction: Compaction,
  remaining: RemainingText,
): readonly Found[] {
  const at = record.items.get(compaction.id)?.place ?? Number.POSITIVE_INFINITY;
  const kept = new Set(compaction.kept);
  return provenClaims(record, countTokens)
    .filter(({ citation: { item } }) => {
      return !kept.has(item) && (record.items.get(item)?.place ?? at) < at;
    })
    .filter(({ text }) => !remaining.states(text))
    .map(({ text, at: written, citation }) => ({ text, at: written, item_id: citation.item }));
}

function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Steps, failures and closing statements of the last work before that nothing later resolves. */
function openPoints(before: Digest, now: Digest): readonly Found[] {
  const replied = before.turns.findLast(({ reply }) => reply !== "");
  const { left, waits } = closingStatements(replied?.reply ?? "");
  const isAnswered = before.turns.at(-1) === replied && now.turns.length > before.turns.length;
  const closing = [...left, ...(isAnswered ? [] : waits)];
  // A later plan says what is still to be done.
  const isLastPlan = now.plan?.item_id === before.plan?.item_id;
  return [
    ...(isLastPlan ? planState(before).open : []),
    ...closing.map((text) => ({
      text,
      at: replied?.reply_at ?? null,
      item_id: replied?.reply_id ?? "",
    })),
    ...failuresOfLastWork(before, now),
  ];
}

function failuresOfLastWork(before: Digest, now: Digest): readonly Found[] {
  const unresolved = new Set(now.actions.failures().map(({ item_id }) => item_id));
  const from = before.turns.findLastIndex(({ isQueued }) => !isQueued);
  return before.turns
    .slice(Math.max(0, from))
    .flatMap(({ actions }) => actions)
    .filter(({ kind, item_id }) => kind === "failure" && unresolved.has(item_id))
    .map(({ text, time, item_id }) => ({ text: `failed: ${text}`, at: time, item_id }));
}

/** Of a failure the error, by whatever command it came. */
function outcomeIn(text: string): string {
  return text.split(" -> ", 2)[1] ?? text;
}

/** Commands that checked something, or changed something outside the project, with their newest outcome. */
function commands(before: Digest, now: Digest): readonly Found[] {
  const lasting = new Set(now.actions.commands().map(({ text }) => text));
  const newest = new Map<string, Action>();
  for (const action of before.turns.flatMap((turn) => turn.actions)) {
    const command = commandIn(action.text);
    const isCheck = checkOf(command) !== null;
    if (action.kind !== "command" || !(isCheck || lasting.has(action.text))) continue;
    const keys = commandKeys(command);
    if (keys.every((key) => IN_PROJECT.test(key)) || TEMPORARY.test(command)) continue;
    const key = keys.join("; ");
    newest.delete(key);
    newest.set(key, action);
  }
  return [...newest.values()].map(({ text, time, item_id }) => ({ text, at: time, item_id }));
}

/** What these did is seen in the project itself: its files, its branches, its history. */
const IN_PROJECT = /^(?:git|cd|mkdir|rmdir|mv|cp|rm|ln|touch|chmod|chown|sed|tee)\b/;

/** A script that was written for once. */
const TEMPORARY = /\s\/(?:tmp|var)\//;

function commandIn(text: string): string {
  return text.split(" -> ", 1)[0] ?? "";
}

/** Files that were changed before and are still there; `changes` are those that the agent noted by themselves. */
function files(
  before: Digest,
  now: Digest,
  changes: ReadonlyMap<string, CitedRecord>,
): readonly Found[] {
  const present = new Set(now.actions.files.list());
  const actions = before.turns.flatMap((turn) => turn.actions);
  return before.actions.files
    .list()
    .filter((path) => present.has(path))
    .map((path) => {
      const action = actions.findLast(({ text }) => text.includes(path));
      const place = action && { item_id: action.item_id, at: action.time };
      return { text: path, ...(place ?? changes.get(path) ?? UNKNOWN_PLACE) };
    });
}

const UNKNOWN_PLACE: CitedRecord = { item_id: "", at: null };
