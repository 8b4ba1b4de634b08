import type { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import { type Text, toText } from "../ledger/texts.ts";
import type { Actor } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import { stateStream } from "./address.ts";
import { type EntryImage, parseStateBody, type StateEventType, type Whole } from "./bodies.ts";
import { openFold } from "./fold.ts";
import { type HeldEntry, hashOfDraft, type State, versionOf, withHash } from "./state.ts";

/** Something decided that is still to be recorded. */
export interface Change {
  readonly type: StateEventType;
  /** Everything but the hash of the state after it. */
  readonly body: JsonObject;
  readonly texts: readonly Text[];
}

/** What a decision leads to: changes that are recorded together, and then a result or a refusal. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
  /** Thrown once the changes are recorded: a refusal leaves its trace. */
  readonly refusal?: HoldallError;
}

/** What a change of an entry says besides the entry. */
export interface Because {
  readonly reason?: string | undefined;
  /** More keys of the body: the gate's verdict, versions that were expected, the event that caused it. */
  readonly details?: JsonObject;
}

/** An entry as it is to be after a change. */
export interface After {
  readonly namespace: string;
  readonly image: EntryImage;
  readonly whole: Whole | null;
  /** Texts that are new with it. */
  readonly texts?: readonly Text[];
}

/** A change that puts an entry in or replaces it. */
export function entryChange(
  state: State,
  type: StateEventType,
  { namespace, image, whole, texts = [] }: After,
  because: Because = {},
): Change {
  const before = state.entries.get(entryKey(namespace, image.id));
  const before_version = before === undefined ? null : versionOf(before);
  const told = reasonOf(because);
  const key = { namespace, id: image.id };
  return {
    type,
    body: { ...told.keys, ...key, before_version, after: image, whole } as JsonObject,
    texts: [...texts, ...told.texts],
  };
}

/** A change that takes an entry out. */
export function goneChange(entry: HeldEntry, because: Because): Change {
  const { namespace, id } = entry;
  const told = reasonOf(because);
  const before_version = versionOf(entry);
  return {
    type: "state_deleted",
    body: { ...told.keys, namespace, id, before_version, after: null, whole: null },
    texts: told.texts,
  };
}

/** Something to be recorded that changes no entry. */
export function noteChange(
  type: StateEventType,
  because: Because,
  texts: readonly Text[] = [],
): Change {
  const told = reasonOf(because);
  return { type, body: told.keys, texts: [...texts, ...told.texts] };
}

/** Reasons longer than this are texts beside their event. */
const SHORT_REASON = 200;

function reasonOf({ reason, details = {} }: Because): {
  readonly keys: JsonObject;
  readonly texts: readonly Text[];
} {
  if (reason === undefined) return { keys: details, texts: [] };
  if (reason.length <= SHORT_REASON) return { keys: { ...details, reason }, texts: [] };
  const text = toText(reason);
  return { keys: { ...details, reason: text.ref }, texts: [text] };
}

/** The first change of every state: where it belongs and within which bounds it is kept. */
export function declaration({ address, bounds }: State): Change {
  const { user: user_id, session: session_id, task: task_id } = address;
  const body = { user_id, session_id, task_id, ...bounds };
  return { type: "state_declared", body: JSON.parse(JSON.stringify(body)), texts: [] };
}

/** A batch with more changes than this records the hash of the state with its last one only. */
const HASHED_EACH = 16;

/** Changes as events, with the hash of the state after them, and the state after them all. */
export function sealChanges(
  before: State,
  changes: readonly Change[],
  actor: Actor | null,
): { readonly events: readonly NewEvent[]; readonly state: State } {
  const stream = stateStream(before.id);
  const fold = openFold(before);
  let state = before;
  let last: string | null = null;
  const events = changes.map(({ type, body, texts }, index): NewEvent => {
    const seq = before.head_seq + 1 + index;
    fold.apply({ seq, type, body });
    state = fold.state() ?? before;
    if (parseStateBody(type, body) === null) throw new RangeError(`${type} cannot be recorded`);
    const isHashed = changes.length <= HASHED_EACH || index === changes.length - 1;
    last = isHashed ? hashOfDraft(state) : null;
    const hash: JsonObject = last === null ? {} : { state_hash: last };
    return { stream, type, actor, body: { ...body, ...hash }, texts };
  });
  return { events, state: withHash(state, last) };
}
