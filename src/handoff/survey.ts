import type { Agent, IndexedSession } from "../agents/agent.ts";
import { type BatchedSequence, expand } from "../base/batches.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { Allowance } from "../redact/allowance.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";
import {
  createDigest,
  type Digest,
  digestFiles,
  digestItem,
} from "../transcripts/digest/digest.ts";
import type { Since } from "../transcripts/in-force.ts";
import { AROUND } from "./select-tail.ts";

/** What decides what is learnt of a session, and how. */
export interface SurveyRequest {
  readonly session: Pick<IndexedSession, "header">;
  readonly from: Pick<Agent, "tools">;
  readonly since: Since;
  /** Tokens the receiver gets at most; null for everything. */
  readonly budget: number | null;
  readonly redact: boolean;
  /** Whether the digest is read also where no budget asks for it. */
  readonly isDigestRead?: boolean;
  /** What stays although it looks like a secret. */
  readonly allow?: Allowance;
}

/** What a look through the conversation tells; complete once it has seen every item in force. */
export interface Survey {
  readonly redactor: Redactor | null;
  readonly digest: Digest;
  last_at(): string | null;
  first_request(): string;
  isEmpty(): boolean;
  /** Counted only where there is a budget to compare it with. */
  bytes(): number;
  add(item: ConversationItem): void;
}

/** What is learnt from the items: their secrets, and what work depends on. */
interface Learnt extends Pick<Survey, "redactor" | "digest"> {
  /** Adds an item to the digest, as much of it as will be read. */
  readonly remember: typeof digestItem;
}

/** Begins with what the head of the session says. */
export function createLearnt(request: SurveyRequest): Learnt {
  const { redact, allow, from, session, budget, isDigestRead } = request;
  const redactor = redact ? createRedactor(allow) : null;
  redactor?.learn(session.header);
  return {
    redactor,
    digest: createDigest(from.tools, session.header.cwd),
    remember: isDigestRead || budget !== null ? digestItem : digestFiles,
  };
}

/** Learns from every item on its first way through. */
export function learnFrom(
  items: AsyncIterable<TranscriptItem>,
  { redactor, digest, remember }: Learnt,
): BatchedSequence<TranscriptItem> {
  return expand(items, (item, add) => {
    redactor?.learn(textsIn(item));
    remember(digest, item);
    add(item);
  });
}

/** Begins without an item. */
export function createSurvey(
  { redactor, digest, remember }: Learnt,
  { budget, since }: SurveyRequest,
): Survey {
  let last_at: string | null = null;
  let first_request = "";
  let isEmpty = true;
  let bytes = 0;
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
      if (budget !== null) bytes += textBytesOf(item) + AROUND;
      if (takesAll(since)) return;
      redactor?.learn(textsIn(item));
      remember(digest, item);
    },
  };
}

/** Surveys every item on its way. */
export function surveyed(
  items: AsyncIterable<ConversationItem>,
  survey: Survey,
): BatchedSequence<ConversationItem> {
  return expand(items, (item, add) => {
    survey.add(item);
    add(item);
  });
}

/** Whether nothing of a conversation is left out. */
export function takesAll({ id, time }: Since): boolean {
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
