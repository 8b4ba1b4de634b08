import { sha256 } from "../../base/hash.ts";
import type { NewEvent } from "../../ledger/append.ts";
import { canonicalText, hashEvent } from "../../ledger/event-hash.ts";
import type { Text } from "../../ledger/texts.ts";
import type { Actor, PortableEvent } from "../../model/event.ts";
import { useStream } from "../address.ts";
import { type Change, entryChange, toEvents } from "../change.ts";
import type { DreamDecision } from "../dream/dream.ts";
import { archivedEntry } from "../entry.ts";
import type { LiveEntry, State } from "../state.ts";
import type { StateHistory } from "./history.ts";

/** The actor of these events. */
const DREAM_ACTOR: Actor = { id: "dream", origin: "dream" };

/** Events that apply a dream, chained to a history, with their new texts. */
export interface DreamEvents {
  readonly events: readonly PortableEvent[];
  readonly texts: readonly Text[];
  readonly state: State;
}

/** The decisions of a dream as events that continue a history. The same dream gives the same events. */
export function dreamEvents(
  { state, events }: StateHistory,
  decisions: readonly (DreamDecision & { readonly strength: number | null })[],
  now: Date,
): DreamEvents {
  const changes: Change[] = [];
  const decayed: { namespace: string; id: string; retrieval_strength: number }[] = [];
  for (const decision of decisions) {
    const entry = state.entries.get(decision.key);
    if (entry === undefined) continue;
    const change = changeFor(state, entry, decision);
    if (change !== null) changes.push(change);
    const { namespace, id } = entry;
    const { strength } = decision;
    if (strength !== null) decayed.push({ namespace, id, retrieval_strength: strength });
  }
  const next = toEvents(state, changes, DREAM_ACTOR);
  const use: NewEvent = {
    stream: useStream(state.id),
    type: "use_decayed",
    actor: DREAM_ACTOR,
    body: { entries: decayed },
  };
  const all = decayed.length === 0 ? next.events : [...next.events, use];
  return {
    events: chainEvents(all, events, now),
    texts: changes.flatMap(({ texts }) => texts),
    state: next.state,
  };
}

function changeFor(state: State, entry: LiveEntry, decision: DreamDecision): Change | null {
  const { action, by, reason } = decision;
  if (action === "superseded" && by !== null) {
    const why = { reason, details: { superseded_by: by } };
    return entryChange(state, "state_superseded", archivedEntry(entry, "superseded"), why);
  }
  if (action !== "archive") return null;
  return entryChange(state, "state_archived", archivedEntry(entry, "deprecated"), { reason });
}

/** Appends events to their streams: sequence numbers, previous hashes and hashes. */
function chainEvents(
  fresh: readonly NewEvent[],
  before: readonly PortableEvent[],
  now: Date,
): readonly PortableEvent[] {
  const heads = new Map<string, PortableEvent>(before.map((event) => [event.stream, event]));
  return fresh.map(({ stream, type, actor, body }) => {
    const head = heads.get(stream);
    const prev = head?.hash ?? null;
    const id = idAfter(prev ?? stream, now);
    const place = { stream, seq: head === undefined ? 0 : head.seq + 1, id, type };
    const open = { ...place, at: now.toISOString(), raw: null, prev };
    const text = { actor: actor && canonicalText(actor), body: canonicalText(body) };
    const event = {
      ...open,
      actor,
      body: JSON.parse(text.body),
      hash: hashEvent({ ...open, ...text }),
    };
    heads.set(stream, event);
    return event;
  });
}

/** A UUIDv7 whose random part is derived from the previous event, so that it can be reproduced. */
function idAfter(seed: string, now: Date): string {
  const time = now.getTime().toString(16).padStart(12, "0");
  const random = sha256(seed);
  const variant = "89ab"[Number.parseInt(random[3] ?? "0", 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}
