/**
 * Changes before they are recorded. A change contains the complete entry after it, so that replay
 * needs no arithmetic: each event of an entry alone determines that entry. The state's hash goes
 * into the events, which makes every past state verifiable.
 */

import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { excerptLine } from "../base/text/one-line.ts";
import type { NewEvent } from "../ledger/append.ts";
import { type Text, toText } from "../ledger/texts.ts";
import type { Actor } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import { stateStream } from "./address.ts";
import {
  type EntryImage,
  type FullText,
  parseStateBody,
  type StateEventType,
} from "./event-bodies.ts";
import { createFold } from "./fold.ts";
import { computeStateHash, type LiveEntry, type State, versionOf, withHash } from "./state.ts";

/** A change that was decided and is still to be recorded. */
export interface Change {
  readonly type: StateEventType;
  /** The body of its event, except the hash of the state after it. */
  readonly body: JsonObject;
  readonly texts: readonly Text[];
}

/** The outcome of a decision: changes that are recorded together, and then a result or a refusal. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
  /** Thrown after the changes were recorded, so that a refusal is in the trail too. */
  readonly refusal?: HoldallError;
}

/** Why an entry changes. */
export interface ChangeReason {
  readonly reason?: string | undefined;
  /** Further keys of the body: the gate's verdict, expected versions, the event that caused it. */
  readonly details?: JsonObject;
}

/** An entry as it will be after a change. */
export interface NextEntry {
  readonly namespace: string;
  readonly image: EntryImage;
  readonly fullText: FullText | null;
  /** Texts that the workspace does not have yet. */
  readonly texts?: readonly Text[];
}

/** A change that adds an entry or replaces it. */
export function entryChange(
  state: State,
  type: StateEventType,
  { namespace, image, fullText, texts = [] }: NextEntry,
  why: ChangeReason = {},
): Change {
  const existing = state.entries.get(entryKey(namespace, image.id));
  const before_version = existing === undefined ? null : versionOf(existing);
  const reason = reasonParts(why);
  const entry = { namespace, id: image.id, before_version, after: image, whole: fullText };
  return {
    type,
    // The image and the full text consist of JSON values: they were read from events or built as such.
    body: { ...reason.keys, ...entry } as JsonObject,
    texts: [...texts, ...reason.texts],
  };
}

/** A change that deletes an entry. */
export function deletionChange(entry: LiveEntry, why: ChangeReason): Change {
  const { namespace, id } = entry;
  const reason = reasonParts(why);
  const before_version = versionOf(entry);
  return {
    type: "state_deleted",
    body: { ...reason.keys, namespace, id, before_version, after: null, whole: null },
    texts: reason.texts,
  };
}

/** A note in the trail that changes no entry. */
export function noteChange(
  type: StateEventType,
  why: ChangeReason,
  texts: readonly Text[] = [],
): Change {
  const reason = reasonParts(why);
  return { type, body: reason.keys, texts: [...texts, ...reason.texts] };
}

/** Longer reasons are texts beside their event, so that they can be redacted. */
const MAX_INLINE_REASON = 200;

function reasonParts({ reason, details = {} }: ChangeReason): {
  readonly keys: JsonObject;
  readonly texts: readonly Text[];
} {
  if (reason === undefined) return { keys: details, texts: [] };
  if (reason.length <= MAX_INLINE_REASON) return { keys: { ...details, reason }, texts: [] };
  const text = toText(reason);
  return { keys: { ...details, reason: text.ref }, texts: [text] };
}

/** The first change of every state: its address and its bounds. */
export function declarationChange({ address, bounds }: State): Change {
  const { user: user_id, session: session_id, task: task_id } = address;
  const body = { user_id, session_id, task_id, ...bounds };
  return { type: "state_declared", body: JSON.parse(JSON.stringify(body)), texts: [] };
}

/**
 * Hashing a state costs time in proportion to its entries. A batch with more changes than this records the
 * hash with its last event only; that one covers all the others.
 */
const MAX_HASHED_CHANGES = 16;

/** Turns changes into events that record the hash of the state after them; returns that state too. */
export function toEvents(
  before: State,
  changes: readonly Change[],
  actor: Actor | null,
): { readonly events: readonly NewEvent[]; readonly state: State } {
  const stream = stateStream(before.id);
  const fold = createFold(before);
  let state = before;
  let last: string | null = null;
  const events = changes.map(({ type, body, texts }, index): NewEvent => {
    const seq = before.head_seq + 1 + index;
    fold.apply({ seq, type, body });
    state = fold.state() ?? before;
    // A body that the fold would ignore must never be recorded: replay would differ from what was shown.
    if (parseStateBody(type, body) === null) throw unrecordable(type, body);
    const isHashed = changes.length <= MAX_HASHED_CHANGES || index === changes.length - 1;
    last = isHashed ? computeStateHash(state) : null;
    const hash: JsonObject = last === null ? {} : { state_hash: last };
    return { stream, type, actor, body: { ...body, ...hash }, texts };
  });
  return { events, state: withHash(state, last) };
}

function unrecordable(type: string, { id }: JsonObject): HoldallError {
  const what = typeof id === "string" ? `entry "${excerptLine(id, 60)}"` : type;
  return new HoldallError(
    "E_INCOMPATIBLE",
    `Cannot record ${what}: a state cannot keep its values`,
    {
      cure: "ids and namespaces have at most 512 characters, and no control characters",
    },
  );
}
