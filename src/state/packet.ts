import type { JsonObject } from "../base/json/value.ts";
import { slotSections } from "../formats/state-mirror.ts";
import { quoteContext } from "../model/quoted-context.ts";
import { DEFAULT_NAMESPACE, entryKey, isOwnOrShared } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import { stateStream } from "./address.ts";
import type { Anchor } from "./anchor.ts";
import type { Overtaken } from "./freshness.ts";
import { activeEntries } from "./load.ts";
import { isVisible, type Reader, type ShownState, showState } from "./show.ts";
import type { HeldEntry, State } from "./state.ts";
import { readTrail, type TrailLine } from "./trail.ts";

/** Lines of the trail that a packet carries. */
const TAIL = 20;

/** Everything that an agent needs to go on with a state. */
export interface ResumePacket {
  readonly session: {
    readonly user_id: string;
    readonly session_id: string;
    readonly task_id: string;
    readonly handed_off_from: string | null;
  };
  /** The entries in force under their slots, as Markdown. */
  readonly restored_working_state: string;
  readonly goal: string | null;
  readonly invariants: readonly string[];
  readonly last_failed_check: string | null;
  readonly sources: readonly string[];
  readonly schema: readonly string[];
  readonly snapshot: ShownState;
  readonly anchor: Anchor | null;
  readonly decisions_tail: readonly TrailLine[];
  /** Entries in force that show less than their text, by whether the text is within reach. */
  readonly hydration: {
    readonly resolved: readonly string[];
    readonly unresolved: readonly string[];
  };
  readonly scope_applied: { readonly project: string; readonly union: readonly string[] };
  readonly overtaken: readonly Overtaken[];
  readonly warnings: readonly string[];
}

/** What a packet is made of besides the state. */
export interface PacketSources {
  readonly reader: Reader;
  readonly anchor: Anchor | null;
  readonly handed_off_from: string | null;
  readonly overtaken: readonly Overtaken[];
}

/** Slots, and entries that say which they belong to. */
export interface Renderable {
  readonly slots: readonly string[];
  readonly entries: readonly JsonObject[];
}

/** The entries in force under their slots: what an agent reads. */
export function renderState({ slots, entries }: Renderable): string {
  return slotSections(slots, entries).join("\n").trimEnd();
}

/** The state as quoted context that gives no orders; empty when nothing is in force. */
export function renderFramed(shown: Renderable): string {
  const text = renderState(shown);
  return text === "" ? "" : quoteContext(text);
}

/** Puts together what an agent needs to go on; nothing is qualified again. */
export async function makePacket(
  tx: Transaction,
  state: State,
  { reader, anchor, handed_off_from, overtaken }: PacketSources,
): Promise<ResumePacket> {
  const snapshot = await showState(tx, state, { archived: false, reader });
  const { address, bounds } = state;
  const held = activeEntries(state).filter((entry) => isVisible(entry, reader));
  const keys = new Set(held.map(({ namespace, id }) => entryKey(namespace, id)));
  const known = overtaken.filter(({ namespace, id }) => keys.has(entryKey(namespace, id)));
  return {
    session: {
      user_id: address.user,
      session_id: address.session,
      task_id: address.task,
      handed_off_from,
    },
    restored_working_state: renderState(snapshot),
    ...firstThings(snapshot),
    sources: [...new Set(held.map(({ image, id }) => image.unit_ref ?? id))],
    schema: bounds.slots.map(({ name }) => name),
    snapshot,
    anchor,
    decisions_tail: await readTrail(tx, stateStream(state.id), {
      limit: TAIL,
      sees: (namespace, id) => isSeen(state, reader, namespace, id),
    }),
    hydration: hydrationOf(held),
    scope_applied: {
      project: reader.namespace ?? bounds.namespace,
      union: [...new Set([reader.namespace ?? bounds.namespace, DEFAULT_NAMESPACE])],
    },
    overtaken: known,
    warnings: warningsOf(snapshot, known),
  };
}

/** What an agent must know before anything else. */
function firstThings({
  entries,
}: ShownState): Pick<ResumePacket, "goal" | "invariants" | "last_failed_check"> {
  const textOf = (id: string) => {
    const content = entries.find((entry) => entry.id === id)?.content;
    return typeof content === "string" ? content : null;
  };
  const inSlot = (slot: string) =>
    entries.flatMap((entry) => (entry.slot === slot ? String(entry.content) : []));
  return {
    goal: textOf("anchor-task") ?? inSlot("task-state")[0] ?? null,
    invariants: inSlot("constraint"),
    last_failed_check: textOf("last-failed-check"),
  };
}

function hydrationOf(held: readonly HeldEntry[]): ResumePacket["hydration"] {
  const short = held.filter(({ image }) => (image.resolution ?? "full") !== "full");
  const ids = (isResolved: boolean) =>
    short.filter(({ whole }) => (whole !== null) === isResolved).map(({ id }) => id);
  return { resolved: ids(true), unresolved: ids(false) };
}

/** Whether a reader may know what the trail says about an entry that is, was or might have been. */
function isSeen(state: State, reader: Reader, namespace: string, id: string | null): boolean {
  if (isOwnOrShared(namespace, reader.namespace)) return true;
  const held = id === null ? undefined : state.entries.get(entryKey(namespace, id));
  return held !== undefined && isVisible(held, reader);
}

function warningsOf(snapshot: ShownState, overtaken: readonly Overtaken[]): readonly string[] {
  const over = snapshot.token_count - snapshot.budget_tokens;
  return [
    ...(over > 0 ? [`the state is ${over} tokens over its budget; nothing is admitted`] : []),
    ...overtaken.map(({ id, changed, missing, commit_lost }) => {
      const what = [
        ...changed.map((path) => `${path} changed`),
        ...missing.map((path) => `${path} is gone`),
        ...(commit_lost ? ["its commit is no longer part of the history"] : []),
      ];
      return `entry ${id} may no longer hold: ${what.join(", ")}`;
    }),
  ];
}
