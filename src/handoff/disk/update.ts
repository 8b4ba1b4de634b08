/**
 * Handing a session over again. The record of the earlier handoff knows how far it went and what it placed: if that is
 * still as it was placed, the same target session gets what is new, else a new session does.
 */
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { batchesOf } from "../../base/batches.ts";
import { createSha256 } from "../../base/hash.ts";
import { cleanUpAbandoned } from "../../disk/abandoned.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import {
  digestPaths,
  earlierCopies,
  type HandoffRecord,
  isAsPlaced,
  recordPath,
  refuseChanged,
  writeRecord,
} from "../../sessions/handoff-record.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import { isConversation } from "../../transcripts/conversation-item.ts";
import { isMain } from "../../transcripts/dispositions.ts";
import type { Transfer } from "../request.ts";
import {
  type HandedOverSession,
  type Receiver,
  type SessionPlan,
  writeSession,
} from "../write-session.ts";
import type { Placement } from "./placement-files.ts";
import { rehearse } from "./rehearse.ts";
import { forgetOldest, keepBefore, removeKept } from "./update-backup.ts";

/** How a session that was handed over before was updated, as other programs rely on it. */
export const updateSchema = () =>
  z.object({
    /** Whether the same target session was extended, a new one was created, or nothing was to be done. */
    outcome: z.enum(["extended", "new session", "nothing new", "first handoff"]),
    /** The target session of the earlier handoff; null when there was none. */
    earlier: z.string().nullable(),
    /** Messages, calls and results of the source since then; null when that is not known. */
    added: z.number().nullable(),
    /** Why the earlier target session was left as it is; null when it was not. */
    reason: z.string().nullable(),
  });
/** How a session that was handed over before was updated. */
export type Update = z.infer<ReturnType<typeof updateSchema>>;

/** What an update does, and from where on. */
export interface UpdatePlan extends Update {
  readonly record: HandoffRecord | null;
  /** The first item that is new; null when all of the session is handed over. */
  readonly since: { readonly id: string } | null;
}

/** The agent whose earlier session is updated. */
export interface UpdateTarget {
  readonly receiver: Receiver;
  readonly transfer: Transfer;
}

/** Finds out what an update of a session has to do; changes nothing. */
export async function planUpdate(
  context: OperationContext,
  source: HandoffSource,
  { receiver, transfer }: UpdateTarget,
): Promise<UpdatePlan> {
  const environment = agentEnvironment(context);
  const from = { agent: source.session.header.agent, session_id: source.session_id };
  const [record] = earlierCopies(environment, receiver.id, from);
  const nothing = { earlier: null, added: null, reason: null, record: null, since: null };
  if (record === undefined) return { outcome: "first handoff", ...nothing };
  const news = await itemsAfter(source, record.last_item);
  const common = { earlier: record.session_id, added: news?.count ?? null, record };
  if (news?.count === 0) return { outcome: "nothing new", ...common, reason: null, since: null };
  const reason =
    transfer === "move"
      ? `a session that stays with ${receiver.displayName} moves with all its files`
      : await whyNotExtended(record, receiver);
  if (reason === null) return { outcome: "extended", ...common, reason, since: null };
  const since = news === null ? null : { id: news.first };
  return { outcome: "new session", ...common, reason, since };
}

/** The first item of the conversation after another one, and how many follow; null when that one is not there. */
async function itemsAfter({ session }: HandoffSource, last: string | undefined) {
  let count = -1;
  let first = "";
  for await (const batch of batchesOf(session.items())) {
    for (const item of batch) {
      if (!isMain(item) || !isConversation(item)) continue;
      if (count >= 0) {
        if (count === 0) first = item.id;
        count++;
      } else if (item.id === last) count = 0;
    }
  }
  return count < 0 ? null : { first, count };
}

/** Why a target session cannot be extended; null when it is as it was placed. */
async function whyNotExtended(
  record: HandoffRecord,
  { displayName, writer }: Receiver,
): Promise<string | null> {
  if (writer.programStore !== undefined) {
    return `${displayName} keeps its sessions in a database of its own`;
  }
  if (!(await isAsPlaced(record))) return `${displayName} has continued the earlier session`;
  const copy = (await writer.copyOf?.(record.path ?? "")) ?? null;
  if (copy !== null) return `${displayName} has continued the earlier session in "${copy}"`;
  // A session with files of sub-agents consists of more than the file that is replaced in one step.
  const main = path.dirname(record.path ?? "");
  const others = record.made.filter(
    ({ path: file, sha256 }) => sha256 !== null && file !== record.path && file.startsWith(main),
  );
  return others.length > 0 ? "the earlier session consists of several files" : null;
}

/** Says what an update did, in a sentence. */
export function describeUpdate(
  { outcome, earlier, added, reason }: Update,
  isDry: boolean,
): string {
  const items = added === null ? "what is new" : `${added} new items`;
  switch (outcome) {
    case "first handoff":
      return "--update: this session was not handed over to this agent before; all of it was.";
    case "nothing new":
      return `--update: nothing was added since session ${earlier} was handed over; nothing was written.`;
    case "extended":
      return `--update: session ${earlier} ${isDry ? "would get" : "got"} ${items}; its id stays.`;
    case "new session":
      return added === null
        ? `--update: a new session with the entire conversation, because ${reason}, and how far that one goes is not recorded. Session ${earlier} stays as it is.`
        : `--update: a new session with ${items} only, because ${reason}. Session ${earlier} stays as it is.`;
    default:
      return outcome satisfies never;
  }
}

/**
 * Replaces the session of an earlier handoff by a longer one under the same id, in one step. It is written and checked
 * aside first. A process that is killed leaves the old file or the new one, and a record that fits both.
 */
export async function extendSession(
  context: OperationContext,
  plan: SessionPlan,
  record: HandoffRecord,
  placement: Pick<Placement, "from" | "at" | "last_item">,
): Promise<HandedOverSession> {
  const { receiver, session, target } = plan;
  const environment = agentEnvironment(context);
  await rehearse(plan, context.progress);
  const recordFile = recordPath(environment, record.session_id);
  cleanUpAbandoned(path.dirname(target));
  const kept = await keepBefore(record, recordFile);
  const updated = { ...record, before: [...(record.before ?? []), kept] };
  const written = await writeSession(plan, {
    pathOf: (file) => file,
    place: (file, text) => replaceText(file, text, { record: updated, recordFile }),
  }).catch((error: unknown) => {
    writeRecord(recordFile, record);
    removeKept(recordFile, kept);
    throw error;
  });
  const placed = await receiver.writer.register(session, target, environment);
  const placedFiles = record.made
    .map(({ path: file }) => file)
    .filter((file) => fs.existsSync(file));
  writeRecord(recordFile, {
    ...record,
    from: placement.from,
    at: placement.at.toISOString(),
    made: await digestPaths(placedFiles, new Map()),
    before: forgetOldest(updated.before, recordFile),
    ...(placement.last_item === undefined ? {} : { last_item: placement.last_item }),
  });
  return { placed, written };
}

interface ReplacedText {
  readonly record: HandoffRecord;
  readonly recordFile: string;
}

async function replaceText(
  file: string,
  text: AsyncIterable<string>,
  { record, recordFile }: ReplacedText,
): Promise<void> {
  const digest = createSha256();
  const build = async (temporary: string) => {
    await writeText(text, temporary, (bytes) => void digest.update(bytes));
    // Whoever continued the session while this was written goes first.
    await refuseChanged(record, "update");
    const next = digest.digest("hex");
    const files = record.made.map((each) => (each.path === file ? { ...each, next } : each));
    writeRecord(recordFile, { ...record, made: files });
  };
  await writeAtomically(file, build, { replace: true });
}
