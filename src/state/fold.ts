/**
 * Computes a state from its events. Used by the projection, by replay and for histories in bundles,
 * so that all three agree by construction. It never fails: an imported history may contain
 * anything.
 */

import type { LedgerEvent } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import { toAddress } from "./address.ts";
import { type Bounds, parseStateBody, type StateBody } from "./event-bodies.ts";
import { emptyState, type LiveEntry, type State, toLiveEntry, versionOf } from "./state.ts";

/** The part of an event from which a state follows. */
export type StateEvent = Pick<LedgerEvent, "seq" | "type" | "body">;

/**
 * The state after an event. Depends on its arguments alone. A body that does not fit its type
 * changes nothing but the head.
 */
export function applyStateEvent(state: State | null, event: StateEvent): State | null {
  return foldStateEvents(state, [event]);
}

/** The state after several events; faster than applying them one by one, with the same result. */
export function foldStateEvents(state: State | null, events: Iterable<StateEvent>): State | null {
  const fold = createFold(state);
  for (const event of events) fold.apply(event);
  return fold.state();
}

/** A fold in progress. The state that it started from is never changed. */
export interface StateFold {
  apply(event: StateEvent): void;
  /** The state so far; do not keep it when more events are applied. */
  state(): State | null;
}

/** Starts a fold. */
export function createFold(before: State | null): StateFold {
  let draft: Draft | null = before === null ? null : { ...before };
  // The maps of `before` are copied by the first change and then changed in place: one copy, not one per event.
  let isCopied = false;
  return {
    state: () => draft,
    apply(event) {
      const body = parseStateBody(event.type, event.body);
      if (draft === null) {
        if (body?.kind !== "declared") return; // Events before the declaration belong to no state.
        draft = { ...emptyState(toAddress(addressPartsOf(body)), boundsOf(body)) };
      }
      draft.head_seq = event.seq;
      if (body === null) return;
      if (body.kind === "declared" || body.kind === "bounded") draft.bounds = boundsOf(body);
      if (body.kind !== "changed" && event.type !== "state_redacted") return;
      const maps = isCopied ? mutableMaps(draft) : copyMaps(draft);
      isCopied = true;
      Object.assign(draft, maps);
      if (body.kind === "changed") applyChange(maps, event.seq, body);
      else replaceRedacted(maps, event.body.redacted);
    },
  };
}

type Draft = { -readonly [Key in keyof State]: State[Key] };

interface MutableMaps {
  readonly entries: Map<string, LiveEntry>;
  readonly deletedVersions: Map<string, number>;
}

function copyMaps({ entries, deletedVersions }: Draft): MutableMaps {
  return { entries: new Map(entries), deletedVersions: new Map(deletedVersions) };
}

function mutableMaps({ entries, deletedVersions }: Draft): MutableMaps {
  // Both were created by `copyMaps` of this fold.
  return {
    entries: entries as MutableMaps["entries"],
    deletedVersions: deletedVersions as MutableMaps["deletedVersions"],
  };
}

/** Replaces entries whose text was redacted by equal objects: caches keyed by the old ones no longer apply. */
function replaceRedacted({ entries }: MutableMaps, redacted: unknown): void {
  const names = new Set(Array.isArray(redacted) ? redacted : []);
  for (const [key, entry] of entries) {
    if (names.has(entry.image.content.sha256)) entries.set(key, { ...entry });
  }
}

function addressPartsOf(body: Extract<StateBody, { kind: "declared" }>) {
  return { user: body.user_id, session: body.session_id, task: body.task_id };
}

/** The bounds that a body declares. */
export function boundsOf(body: Bounds): Bounds {
  const { slots, budget_tokens, eviction, tokenizer, namespace } = body;
  return { slots, budget_tokens, eviction, tokenizer, namespace };
}

function applyChange(
  { entries, deletedVersions }: MutableMaps,
  seq: number,
  body: Extract<StateBody, { kind: "changed" }>,
): void {
  const { namespace, id, after, whole: fullText, before_version } = body;
  const key = entryKey(namespace, id);
  const existing = entries.get(key);
  if (after === null) {
    entries.delete(key);
    deletedVersions.set(key, existing === undefined ? (before_version ?? 1) : versionOf(existing));
    return;
  }
  const addedSeq = existing?.addedSeq ?? seq;
  entries.set(key, toLiveEntry({ ...after, id }, { namespace, fullText, addedSeq }));
  deletedVersions.delete(key);
}
