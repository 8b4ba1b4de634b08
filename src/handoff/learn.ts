import { batchesOf } from "../base/batches.ts";
import type { DroppedItem } from "../model/dropped.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";
import type { Claim } from "../transcripts/claims/claim.ts";
import { textBytesOf } from "../transcripts/conversation-item.ts";
import {
  changedFiles,
  createDigest,
  type Digest,
  digestFiles,
  digestItem,
} from "../transcripts/digest/digest.ts";
import { createItemNumbers, NO_NUMBERS } from "../transcripts/item-numbers.ts";
import type { ChosenConversation } from "./choose-in-force.ts";
import { coversEntireSession, type HandoffRequest } from "./request.ts";
import { restoreDropped } from "./restore-dropped.ts";

/** What must be known about a session before any of it is changed. */
export interface LearnedFacts extends ConversationFacts {
  /** Knows every secret of the session; null when none is replaced. */
  readonly redactor: Redactor | null;
  /** What work depends on: requests, changes, decisions, plans; only the changed files where no more is needed. */
  readonly digest: Digest;
  /** What the note begins with, borne out by the session. */
  readonly claims: readonly Claim[];
  /** The request with which the session began, if the chosen items do not begin with it. */
  readonly opening: string | null;
  /** What the last compaction dropped and goes into the note again. */
  readonly restored: readonly DroppedItem[];
  /** Files of the work that changed after the session. */
  readonly changed_files: readonly string[];
}

/** Stage 3, learn: goes through the session for its secrets and its digest, and through the chosen items for their size. */
export async function learn(
  request: HandoffRequest,
  chosen: ChosenConversation,
): Promise<LearnedFacts> {
  const { session, sourceAgent } = request;
  const redactor = request.redact ? createRedactor(request.allow) : null;
  const numbers = coversEntireSession(request) ? createItemNumbers() : NO_NUMBERS;
  const digest = createDigest(sourceAgent.tools, session.header.cwd, numbers);
  redactor?.learn(session.header);
  const remember = needsDigest(request, chosen) ? digestItem : digestFiles;
  // The file still contains what a summary replaced; a part that was asked for is digested by itself.
  const items = coversEntireSession(request) ? session.items() : chosen.items();
  for await (const batch of batchesOf(items)) {
    for (const item of batch) {
      redactor?.learn(textsIn(item));
      remember(digest, item);
    }
  }
  const facts = await conversationFacts(chosen);
  const opening = await openingRequest(request, facts.first_request);
  const changed_files = await request.changedSince(changedFiles(digest), facts.last_at);
  const restored = await restoreDropped(request, chosen);
  const { claims = [] } = request;
  return { redactor, digest, claims, opening, restored, changed_files, ...facts };
}

/** Whether a digest may be part of the note: most of its cost is in the messages. */
function needsDigest(
  { budget, isPage }: HandoffRequest,
  { hasSealedSummary }: ChosenConversation,
): boolean {
  return budget !== null || hasSealedSummary || isPage === true;
}

/** What of an item a model is given: ids and locations contain no secrets. */
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

interface ConversationFacts {
  readonly item_count: number;
  readonly bytes: number;
  readonly first_request: string;
  /** The last item that the source recorded; empty when there is none. */
  readonly last_item: string;
  /** When the conversation was last continued. */
  readonly last_at: string | null;
}

async function conversationFacts(chosen: ChosenConversation): Promise<ConversationFacts> {
  let item_count = 0;
  let bytes = 0;
  let first_request = "";
  let last_item = "";
  let last_at: string | null = null;
  for await (const batch of batchesOf(chosen.items())) {
    for (const item of batch) {
      item_count++;
      bytes += textBytesOf(item);
      // An interrupted call gets a result that nobody recorded.
      if (!item.id.endsWith(":unanswered")) last_item = item.id;
      if (item.at !== null) last_at = item.at;
      const isRequest = item.kind === "message" && item.role === "user";
      if (first_request === "" && isRequest) first_request = item.text;
    }
  }
  return { item_count, bytes, first_request, last_item, last_at };
}

async function openingRequest(
  { session, isConversation }: HandoffRequest,
  first_request: string,
): Promise<string | null> {
  if (!isConversation) return null;
  for await (const item of session.items()) {
    const isRequest = item.kind === "message" && item.role === "user" && item.thread === null;
    if (!isRequest || item.text.trim() === "") continue;
    return item.text === first_request ? null : item.text;
  }
  return null;
}
