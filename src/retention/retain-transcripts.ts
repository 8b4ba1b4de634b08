/**
 * Retention: the texts of imported sessions are redacted when nothing was added to a session for longer than a limit.
 * Events stay, so that the chains are as they were. A session goes as a whole, since many agents' records cannot be read
 * without those before them.
 */

import * as z from "zod";
import type { Ledger } from "../ledger/ledger.ts";
import { redactTexts, referencedElsewhere, referencedSince } from "../ledger/redact.ts";
import { type EventRow, selectGrownStreams, selectLastPos } from "../ledger/tables/events.ts";
import { type RawTextRow, selectRawTexts } from "../ledger/tables/texts.ts";
import { INLINE_BYTES } from "../ledger/texts.ts";
import { removeTexts } from "../memory/search/remove-texts.ts";
import { type Actor, streamId } from "../model/event.ts";
import { parseTranscriptBody } from "../transcripts/event-bodies.ts";
import { findCitedSessions } from "./cited-sessions.ts";

/** What a retention redacted, or would redact. */
export const retentionSchema = () =>
  z.object({
    dry_run: z.boolean(),
    /** What was recorded before this time is old. */
    before: z.string(),
    texts: z.number(),
    bytes: z.number(),
    sessions: z.number(),
    /** Old texts that stay, by session. */
    kept: z.array(
      z.object({
        transcript_id: z.string(),
        texts: z.number(),
        reason: z.enum(["cited", "growing", "shared"]),
        /** The entries and proposals that cite it; when it grew last; or a stream that has the same text. */
        by: z.array(z.string()).readonly(),
      }),
    ),
  });
/** What a retention redacted, or would redact. */
export type Retention = z.infer<ReturnType<typeof retentionSchema>>;

/** How texts are retained. */
export interface RetentionRequest {
  readonly before: Date;
  /** Whether sessions that are cited are redacted as well. */
  readonly includesCited: boolean;
  readonly isDry: boolean;
  readonly actor: Actor;
  progress(texts: number): void;
}

const PAGE_SIZE = 1000;
/** Texts redacted at once: enough to be fast, few enough to let others in between. */
const BATCH = 1000;

/** Redacts the texts of sessions to which nothing was added since a time, except those that are still needed. */
export async function retainTranscripts(
  ledger: Ledger,
  { before, includesCited, isDry, actor, progress }: RetentionRequest,
): Promise<Retention> {
  const limit = before.toISOString();
  const last = await ledger.read(selectLastPos);
  const kept = createKept();
  const staying = await findStaying(ledger, limit, includesCited);
  const old = await findOldTexts(ledger, { before: limit, to: last, staying, kept });
  const isMeant = ({ stream, at, raw }: EventRow) =>
    stream.startsWith("transcript:") &&
    raw !== null &&
    at < limit &&
    !staying.has(streamId(stream));
  for (const [name, stream] of await referencedElsewhere(ledger, old, isMeant)) {
    kept.add(old.get(name)?.session ?? "", { reason: "shared", by: [stream] });
    old.delete(name);
  }
  const result = { dry_run: isDry, before: limit, ...totalOf(old), kept: kept.list() };
  if (isDry || old.size === 0) return result;
  const reason = `retention: recorded before ${limit}`;
  const redacted = await redactInBatches(ledger, old, { actor, reason, last, progress });
  await removeTexts(ledger, []); // Passages of sessions are indexed again by the next search.
  await ledger.store.removeCopies();
  return { ...result, ...totalOf(redacted) };
}

/** Why a session stays. */
type Reason = Pick<Retention["kept"][number], "reason" | "by">;

/** The sessions that stay as they are, by their ids. */
async function findStaying(
  ledger: Ledger,
  since: string,
  includesCited: boolean,
): Promise<ReadonlyMap<string, Reason>> {
  const staying = new Map<string, Reason>();
  const cited = includesCited ? new Map<string, string[]>() : await findCitedSessions(ledger);
  for (const [session, by] of cited) staying.set(session, { reason: "cited", by });
  const grown = await ledger.read((tx) => selectGrownStreams(tx, "transcript", since));
  for (const { stream, last_at } of grown) {
    staying.set(streamId(stream), { reason: "growing", by: [last_at] });
  }
  return staying;
}

/** Counts the old texts that stay, by session and reason. */
function createKept() {
  const counts = new Map<string, Retention["kept"][number]>();
  return {
    add(transcript_id: string, { reason, by }: Reason): void {
      const key = `${reason} ${transcript_id}`;
      const found = counts.get(key);
      const all = found === undefined ? by : [...new Set([...found.by, ...by])];
      counts.set(key, { transcript_id, texts: (found?.texts ?? 0) + 1, reason, by: all });
    },
    list: () => [...counts.values()],
  };
}

/** A text that is old enough. */
interface OldText {
  /** The first session that has it. */
  readonly session: string;
  readonly bytes: number;
  readonly isArtifact: boolean;
}

type OldTexts = ReadonlyMap<string, OldText>;

interface OldTextSearch {
  readonly before: string;
  /** The last event to look at. */
  readonly to: number;
  readonly staying: ReadonlyMap<string, Reason>;
  readonly kept: ReturnType<typeof createKept>;
}

/** Texts of old records that are still there, by their names. */
async function findOldTexts(ledger: Ledger, search: OldTextSearch): Promise<Map<string, OldText>> {
  const found = new Map<string, OldText>();
  /** The sessions of long texts, which may have been redacted before, by name. */
  const long = new Map<string, string>();
  for await (const row of oldRecords(ledger, search)) {
    const { raw, stored: bytes } = row;
    const session = streamId(row.stream);
    const reason = search.staying.get(session);
    if (bytes === null && bytesOf(row) <= INLINE_BYTES) continue; // Redacted before.
    if (reason !== undefined) search.kept.add(session, reason);
    else if (bytes !== null) found.set(raw, { session, bytes, isArtifact: false });
    else long.set(raw, session);
  }
  if (long.size === 0) return found;
  for await (const { sha256, bytes } of ledger.store.artifacts.list()) {
    const session = long.get(sha256);
    if (session !== undefined) found.set(sha256, { session, bytes, isArtifact: true });
  }
  return found;
}

async function* oldRecords(
  ledger: Ledger,
  { before, to }: OldTextSearch,
): AsyncGenerator<RawTextRow> {
  for (let after = 0; ; ) {
    const page = { kind: "transcript", before, after, to, limit: PAGE_SIZE } as const;
    const rows = await ledger.read((tx) => selectRawTexts(tx, page));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    after = last.pos;
  }
}

function bytesOf({ type, body }: RawTextRow): number {
  const parsed = parseTranscriptBody(type, JSON.parse(body));
  return parsed?.kind === "recorded" ? parsed.bytes : 0;
}

interface Redacting extends Pick<RetentionRequest, "actor" | "progress"> {
  readonly reason: string;
  /** The last event that was looked at. */
  readonly last: number;
}

/** Redacts texts in several transactions, except those that an event refers to that was appended meanwhile. */
async function redactInBatches(
  ledger: Ledger,
  old: OldTexts,
  { actor, reason, last, progress }: Redacting,
): Promise<OldTexts> {
  const redacted = new Map<string, OldText>();
  const all = [...old];
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = new Map(all.slice(at, at + BATCH));
    await ledger.write(async (unit) => {
      for (const name of (await referencedSince(unit.tx, last, batch)).keys()) batch.delete(name);
      await redactTexts(unit, batch.keys(), { actor, reason });
    });
    await removeArtifacts(ledger, batch, last);
    for (const [name, text] of batch) redacted.set(name, text);
    progress(redacted.size);
  }
  return redacted;
}

/**
 * Removes long texts once their redaction is committed: a file that is gone could not come back. Who imports the same
 * text meanwhile waits for this transaction or is seen by it.
 */
async function removeArtifacts(ledger: Ledger, batch: OldTexts, last: number): Promise<void> {
  const names = new Set([...batch].flatMap(([name, { isArtifact }]) => (isArtifact ? name : [])));
  if (names.size === 0) return;
  await ledger.write(async ({ tx }) => {
    for (const name of (await referencedSince(tx, last, names)).keys()) names.delete(name);
    for (const name of names) await tx.artifacts.remove(name);
  });
}

function totalOf(texts: OldTexts): Pick<Retention, "texts" | "bytes" | "sessions"> {
  let bytes = 0;
  const sessions = new Set<string>();
  for (const text of texts.values()) {
    bytes += text.bytes;
    sessions.add(text.session);
  }
  return { texts: texts.size, bytes, sessions: sessions.size };
}
