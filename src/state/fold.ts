import type { LedgerEvent } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import { toAddress } from "./address.ts";
import { type Bounds, parseStateBody, type StateBody } from "./bodies.ts";
import { emptyState, type HeldEntry, holdEntry, type State, versionOf } from "./state.ts";

/** The part of an event that a state follows from. */
export type StateEvent = Pick<LedgerEvent, "seq" | "type" | "body">;

/**
 * The state after an event. Decides by its arguments alone: the projection, replay and histories of
 * bundles all go through here. A body that is not what its type promises changes nothing but the head.
 */
export function applyStateEvent(state: State | null, event: StateEvent): State | null {
  return foldStateEvents(state, [event]);
}

/** The state after several events; faster than one by one, with the same result. */
export function foldStateEvents(state: State | null, events: Iterable<StateEvent>): State | null {
  const fold = openFold(state);
  for (const event of events) fold.apply(event);
  return fold.state();
}

/** A fold that is under way: what it was begun with is never changed. */
export interface Fold {
  apply(event: StateEvent): void;
  /** The state so far; it must not be kept when more is applied. */
  state(): State | null;
}

/** Begins a fold. */
export function openFold(before: State | null): Fold {
  let draft: Draft | null = before === null ? null : { ...before };
  let isOwn = false;
  return {
    state: () => draft,
    apply(event) {
      const body = parseStateBody(event.type, event.body);
      if (draft === null) {
        if (body?.kind !== "declared") return; // Nothing can happen to what was not declared.
        draft = { ...emptyState(toAddress(addressIn(body)), boundsIn(body)) };
      }
      draft.head_seq = event.seq;
      if (body === null) return;
      if (body.kind === "declared" || body.kind === "bounded") draft.bounds = boundsIn(body);
      if (body.kind !== "changed" && event.type !== "state_redacted") return;
      const { entries, gone } = draft;
      const own = isOwn ? asOwn(draft) : { entries: new Map(entries), gone: new Map(gone) };
      isOwn = true;
      Object.assign(draft, own);
      if (body.kind === "changed") changeEntry(own, event.seq, body);
      else renew(own, event.body.redacted);
    },
  };
}

type Draft = { -readonly [Key in keyof State]: State[Key] };

interface OwnMaps {
  readonly entries: Map<string, HeldEntry>;
  readonly gone: Map<string, number>;
}

function asOwn({ entries, gone }: Draft): OwnMaps {
  // Both were made here as maps, by this fold.
  return { entries: entries as OwnMaps["entries"], gone: gone as OwnMaps["gone"] };
}

/** Entries whose text was redacted become other objects, so that nobody remembers what they said. */
function renew({ entries }: OwnMaps, redacted: unknown): void {
  const names = new Set(Array.isArray(redacted) ? redacted : []);
  for (const [key, entry] of entries) {
    if (names.has(entry.image.content.sha256)) entries.set(key, { ...entry });
  }
}

function addressIn(body: Extract<StateBody, { kind: "declared" }>) {
  return { user: body.user_id, session: body.session_id, task: body.task_id };
}

/** The bounds that a body declares. */
export function boundsIn(body: Bounds): Bounds {
  const { slots, budget_tokens, eviction, tokenizer, namespace } = body;
  return { slots, budget_tokens, eviction, tokenizer, namespace };
}

function changeEntry(
  { entries, gone }: OwnMaps,
  seq: number,
  body: Extract<StateBody, { kind: "changed" }>,
): void {
  const { namespace, id, after, whole, before_version } = body;
  const key = entryKey(namespace, id);
  const before = entries.get(key);
  if (after === null) {
    entries.delete(key);
    gone.set(key, before === undefined ? (before_version ?? 1) : versionOf(before));
    return;
  }
  const since = before?.since ?? seq;
  entries.set(key, holdEntry({ ...after, id }, { namespace, whole, since }));
  gone.delete(key);
}
