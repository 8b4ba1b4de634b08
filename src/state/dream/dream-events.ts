import { sha256 } from "../../base/hash.ts";
import type { NewEvent } from "../../ledger/append.ts";
import { canonicalText, hashEvent } from "../../ledger/event-hash.ts";
import type { Text } from "../../ledger/texts.ts";
import type { Actor, PortableEvent } from "../../model/event.ts";
import { useStream } from "../address.ts";
import { type Change, entryChange, sealChanges } from "../change.ts";
import { archived } from "../entry.ts";
import type { StateHistory } from "../kit/history.ts";
import type { HeldEntry, State } from "../state.ts";
import type { DreamDecision } from "./dream.ts";

/** Who is said to have decided. */
const DREAMER: Actor = { id: "dream", origin: "dream" };

/** Events that carry a dream out, chained to a history, and the texts that are new with them. */
export interface DreamtEvents {
  readonly events: readonly PortableEvent[];
  readonly texts: readonly Text[];
  readonly state: State;
}

/** What a dream decided as events that go on from a history. The same dream gives the same events. */
export function dreamEvents(
  { state, events }: StateHistory,
  decisions: readonly (DreamDecision & { readonly strength: number | null })[],
  now: Date,
): DreamtEvents {
  const changes: Change[] = [];
  const faded: { namespace: string; id: string; retrieval_strength: number }[] = [];
  for (const decision of decisions) {
    const entry = state.entries.get(decision.key);
    if (entry === undefined) continue;
    const change = changeFor(state, entry, decision);
    if (change !== null) changes.push(change);
    const { namespace, id } = entry;
    const { strength } = decision;
    if (strength !== null) faded.push({ namespace, id, retrieval_strength: strength });
  }
  const sealed = sealChanges(state, changes, DREAMER);
  const use: NewEvent = {
    stream: useStream(state.id),
    type: "use_decayed",
    actor: DREAMER,
    body: { entries: faded },
  };
  const all = faded.length === 0 ? sealed.events : [...sealed.events, use];
  return {
    events: chain(all, events, now),
    texts: changes.flatMap(({ texts }) => texts),
    state: sealed.state,
  };
}

function changeFor(state: State, entry: HeldEntry, decision: DreamDecision): Change | null {
  const { action, by, reason } = decision;
  if (action === "superseded" && by !== null) {
    const because = { reason, details: { superseded_by: by } };
    return entryChange(state, "state_superseded", archived(entry, "superseded"), because);
  }
  if (action !== "archive") return null;
  return entryChange(state, "state_archived", archived(entry, "deprecated"), { reason });
}

/** Gives events their place behind the last ones of their streams. */
function chain(
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

/** A UUIDv7 whose chance is taken from what came before, so that it comes out again. */
function idAfter(seed: string, now: Date): string {
  const time = now.getTime().toString(16).padStart(12, "0");
  const chance = sha256(seed);
  const variant = "89ab"[Number.parseInt(chance[3] ?? "0", 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-${variant}${chance.slice(4, 7)}-${chance.slice(7, 19)}`;
}
