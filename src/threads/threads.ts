import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import { toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import { findThread } from "./find.ts";
import { threadStream } from "./stream.ts";
import { selectDefaultThread } from "./tables/threads.ts";

/** What is recorded about a thread when it is created. */
export interface NewThread {
  /** Where the work is done, as a person would name it. */
  readonly workspace: string;
  readonly title: string | null;
  /** Who creates it; unknown in logs of other programs. */
  readonly actor?: Actor;
}

/** The first event of a thread. */
export function createdEvent(thread_id: string, { workspace, title, actor }: NewThread): NewEvent {
  const text = title === null ? null : toText(title);
  return {
    stream: threadStream(thread_id),
    type: "continuity_created",
    actor: actor ?? null,
    body: { workspace, title: text?.ref ?? null },
    texts: text === null ? [] : [text],
  };
}

/** Creates a thread and returns its id. */
export async function createThread(unit: UnitOfWork, thread: NewThread): Promise<string> {
  const id = unit.newId();
  await unit.append([createdEvent(id, thread)]);
  return id;
}

/**
 * The workspace's default thread, created if there is none. Search and creation share a write
 * transaction, so that two processes at once get the same one.
 */
export async function ensureThread(
  unit: UnitOfWork,
  thread: Omit<NewThread, "title">,
): Promise<{ readonly thread_id: string; readonly created: boolean }> {
  const known = await selectDefaultThread(unit.tx, thread.workspace);
  if (known !== null) return { thread_id: known, created: false };
  return { thread_id: await createThread(unit, { ...thread, title: null }), created: true };
}

/** A message to be posted. */
export interface NewMessage {
  readonly content: string;
  readonly actor: Actor;
  /** Files and artifacts that it names. */
  readonly refs: readonly JsonObject[];
}

/** Posts a message to a thread. It starts no run: whoever answers begins one. */
export async function postMessage(
  unit: UnitOfWork,
  thread: string,
  { content, actor, refs }: NewMessage,
): Promise<LedgerEvent> {
  const { thread: found } = await findThread(unit.tx, thread);
  if (content.trim() === "") {
    throw new HoldallError("E_USAGE", "Cannot post the message: it is empty");
  }
  const text = toText(content);
  const [event] = await unit.append([
    {
      stream: threadStream(found.thread_id),
      type: "continuity_message_appended",
      actor,
      body: { content: text.ref, ...(refs.length === 0 ? {} : { refs }) },
      texts: [text],
    },
  ]);
  if (event === undefined) throw new RangeError("nothing was appended");
  return event;
}

/** Archives or restores a thread; nothing is removed. `changed` is false when it was so already. */
export async function archiveThread(
  unit: UnitOfWork,
  thread: string,
  { archived, actor }: { readonly archived: boolean; readonly actor: Actor },
): Promise<{ readonly thread_id: string; readonly changed: boolean }> {
  const { thread: found } = await findThread(unit.tx, thread);
  const { thread_id } = found;
  if ((found.archived === 1) === archived) return { thread_id, changed: false };
  const stream = threadStream(thread_id);
  await unit.append([{ stream, type: "continuity_archived", actor, body: { archived } }]);
  return { thread_id, changed: true };
}
