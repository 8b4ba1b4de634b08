/**
 * The beginning of a long session, before all of it is read: whether a message was taken back later is known
 * only at the end, and nobody should have to wait for that to see the first screen.
 */

import type { Agent, SessionSource, SourceFile } from "../agents/agent.ts";
import type { TranscriptHeader } from "../model/transcript.ts";
import { conversationRows, type RowRules } from "../pages/conversation/conversation-rows.ts";
import { escapePage } from "../pages/conversation/escape-page.ts";
import type { RowPage } from "../pages/conversation/row-reader.ts";
import { isConversation, textBytesOf } from "../transcripts/conversation-item.ts";
import { isMain } from "../transcripts/dispositions.ts";

/** Bytes that a beginning is read from: several hundred records of most sessions. */
const BEGINNING_BYTES = 512 * 1024;
/** A shorter session is read to its end in about the same time. */
const LONG_BYTES = 4 * 1024 * 1024;
/** A request for more rows than this is not for the first screen. */
const SCREEN_ROWS = 200;

/** The rows that a call asks for. */
interface Window {
  readonly from: number | null;
  readonly limit: number;
}

/** Whether a beginning would do for now. */
export function wantsBeginning({ files }: SessionSource, { from, limit }: Window): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return from === 1 && limit <= SCREEN_ROWS && bytes > LONG_BYTES;
}

/** A beginning. */
export interface SessionBeginning {
  readonly header: TranscriptHeader;
  readonly page: RowPage;
}

/** Reads the beginning; null when nothing can be shown of it, as with a first record that is very long. */
export async function readBeginning(
  agent: Agent,
  source: SessionSource,
  { limit, prices }: Pick<Window, "limit"> & Pick<RowRules, "prices">,
): Promise<SessionBeginning | null> {
  const [main] = source.files;
  // Where a later record replaces an earlier one, a beginning may be anything.
  if (main === undefined || agent.rewritesRecords) return null;
  const files = [beginningOf(main)];
  const { header, items } = await agent.read({ ...source, files });
  const { conversation } = await conversationRows(items(), { tools: agent.tools, prices });
  if (conversation.rows.length === 0) return null;
  const rows = conversation.rows.slice(0, limit);
  const { page, shortened } = escapePage({ rows, groups: conversation.groups });
  return { header, page: { ...page, shortened, total: rows.length, isComplete: false } };
}

/** What the beginning of a session contains, and the share of its bytes that this is. */
export interface SessionSample {
  readonly messages: number;
  readonly calls: number;
  readonly textBytes: number;
  /** 1 for all of the session. */
  readonly share: number;
}

/** Counts what is in the beginning of a session, which takes as long for a long session as for a short one. */
export async function sampleSession(agent: Agent, source: SessionSource): Promise<SessionSample> {
  const [main] = source.files;
  const sample = { messages: 0, calls: 0, textBytes: 0 };
  if (main === undefined) return { ...sample, share: 1 };
  const { items } = await agent.read({ ...source, files: [beginningOf(main)] });
  for await (const item of items()) {
    if (!isMain(item) || !isConversation(item)) continue;
    if (item.kind === "message") sample.messages++;
    else if (item.kind === "tool_call") sample.calls++;
    sample.textBytes += textBytesOf(item);
  }
  return { ...sample, share: Math.min(1, BEGINNING_BYTES / Math.max(1, main.bytes)) };
}

/** The same file, which ends early; the line that it ends in is torn, as in a session that is being written. */
function beginningOf(file: SourceFile): SourceFile {
  return {
    ...file,
    bytes: Math.min(file.bytes, BEGINNING_BYTES),
    read: (from = 0) => endEarly(file.read(from), from),
  };
}

async function* endEarly(
  chunks: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<Uint8Array> {
  let left = BEGINNING_BYTES - from;
  if (left <= 0) return;
  for await (const chunk of chunks) {
    yield chunk.length > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.length;
    if (left <= 0) return;
  }
}
