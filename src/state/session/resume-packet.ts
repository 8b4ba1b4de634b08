import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { slotSections } from "../../formats/state-mirror.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { DEFAULT_NAMESPACE, entryKey, isOwnOrShared } from "../../model/state.ts";
import type { Transaction } from "../../stores/store.ts";
import { stateStream } from "../address.ts";
import { readTrail, shownTrailLineSchema } from "../history/read-trail.ts";
import { activeEntries } from "../load.ts";
import { isVisible, type ShownState, shownStateSchema, showState, type Viewer } from "../show.ts";
import type { LiveEntry, State } from "../state.ts";
import type { PossibleConflict } from "../tables/conflicts.ts";
import { type Anchor, anchorSchema } from "./anchor.ts";
import { stepsIn } from "./essentials.ts";
import { type OutdatedEntry, outdatedEntrySchema } from "./freshness.ts";

/** Lines of the trail that a packet carries. */
const TRAIL_LINES = 20;

/** Everything that an agent needs to continue the work. */
export const packetSchema = () =>
  z.object({
    session: z.object({
      user_id: z.string(),
      session_id: z.string(),
      task_id: z.string(),
      handed_off_from: z.string().nullable(),
    }),
    /** The entries in force by slot, as Markdown framed as quoted text. */
    restored_working_state: z.string(),
    goal: z.string().nullable(),
    /** The newest statement about what to do next. */
    next_step: z.string().nullable(),
    /** Other steps and states of the work that are in force. */
    open: z.array(z.string()).readonly(),
    invariants: z.array(z.string()).readonly(),
    last_failed_check: z.string().nullable(),
    sources: z.array(z.string()).readonly(),
    schema: z.array(z.string()).readonly(),
    snapshot: shownStateSchema(),
    anchor: anchorSchema().nullable(),
    decisions_tail: z.array(shownTrailLineSchema()).readonly(),
    /** Entries in force that show less than their full text, by whether that text is in the workspace. */
    hydration: z.object({
      resolved: z.array(z.string()).readonly(),
      unresolved: z.array(z.string()).readonly(),
    }),
    scope_applied: z.object({ project: z.string(), union: z.array(z.string()).readonly() }),
    /** Entries whose files or Git commit have changed. */
    overtaken: z.array(outdatedEntrySchema()).readonly(),
    warnings: z.array(z.string()).readonly(),
  });

/** Everything that an agent needs to continue the work. */
export type ResumePacket = Omit<z.infer<ReturnType<typeof packetSchema>>, "snapshot"> & {
  readonly snapshot: ShownState;
};

/** The parts of a packet that do not come from the state itself. */
export interface PacketSources {
  readonly viewer: Viewer;
  readonly anchor: Anchor | null;
  readonly handed_off_from: string | null;
  readonly overtaken: readonly OutdatedEntry[];
}

/** Slots, and entries that name theirs. */
export interface RenderableState {
  readonly slots: readonly string[];
  readonly entries: readonly JsonObject[];
}

/** The entries in force by slot, as Markdown. */
export function renderState({ slots, entries }: RenderableState): string {
  return slotSections(slots, entries).join("\n").trimEnd();
}

/** The state framed as quoted context, which gives no instructions; empty when no entry is in force. */
export function renderFramed(shown: RenderableState): string {
  const text = renderState(shown);
  return text === "" ? "" : quoteContext(text);
}

/** Builds the packet for an agent that resumes a state. */
export async function buildResumePacket(
  tx: Transaction,
  state: State,
  { viewer, anchor, handed_off_from, overtaken }: PacketSources,
): Promise<ResumePacket> {
  const snapshot = await showState(tx, state, { archived: false, viewer });
  const { address, bounds } = state;
  const visible = activeEntries(state).filter((entry) => isVisible(entry, viewer));
  const keys = new Set(visible.map(({ namespace, id }) => entryKey(namespace, id)));
  const outdated = overtaken.filter(({ namespace, id }) => keys.has(entryKey(namespace, id)));
  return {
    session: {
      user_id: address.user,
      session_id: address.session,
      task_id: address.task,
      handed_off_from,
    },
    restored_working_state: renderFramed(snapshot),
    ...essentials(snapshot),
    sources: [...new Set(visible.map(({ image, id }) => image.unit_ref ?? id))],
    schema: bounds.slots.map(({ name }) => name),
    snapshot,
    anchor,
    decisions_tail: await readTrail(tx, stateStream(state.id), {
      limit: TRAIL_LINES,
      sees: (namespace, id) => isTrailVisible(state, viewer, namespace, id),
    }),
    hydration: hydrationOf(visible),
    scope_applied: {
      project: viewer.namespace ?? bounds.namespace,
      union: [...new Set([viewer.namespace ?? bounds.namespace, DEFAULT_NAMESPACE])],
    },
    overtaken: outdated,
    warnings: warningsOf(snapshot, outdated),
  };
}

/** The goal, the next step, what else is open, the constraints and the last failed check. */
function essentials({ entries }: ShownState): Essentials {
  const textOf = (id: string) => entries.find((entry) => entry.id === id)?.content ?? null;
  const { next, open } = stepsIn(entries);
  const next_step = next?.content ?? null;
  return {
    goal: textOf("anchor-task") ?? next_step,
    next_step,
    open: open.map(({ content }) => content),
    invariants: entries.flatMap(({ slot, content }) => (slot === "constraint" ? content : [])),
    last_failed_check: textOf("last-failed-check"),
  };
}

type Essentials = Pick<
  ResumePacket,
  "goal" | "next_step" | "open" | "invariants" | "last_failed_check"
>;

function hydrationOf(entries: readonly LiveEntry[]): ResumePacket["hydration"] {
  const short = entries.filter(({ image }) => (image.resolution ?? "full") !== "full");
  const ids = (isResolved: boolean) =>
    short.filter(({ fullText }) => (fullText !== null) === isResolved).map(({ id }) => id);
  return { resolved: ids(true), unresolved: ids(false) };
}

/** Whether a viewer may see the trail of an entry, be it present, deleted or rejected. */
function isTrailVisible(
  state: State,
  viewer: Viewer,
  namespace: string,
  id: string | null,
): boolean {
  if (isOwnOrShared(namespace, viewer.namespace)) return true;
  const entry = id === null ? undefined : state.entries.get(entryKey(namespace, id));
  return entry !== undefined && isVisible(entry, viewer);
}

function warningsOf(snapshot: ShownState, overtaken: readonly OutdatedEntry[]): readonly string[] {
  const over = snapshot.token_count - snapshot.budget_tokens;
  return [
    ...(over > 0
      ? [
          `the state exceeds its budget by ${over} tokens; nothing can be committed until entries are evicted`,
        ]
      : []),
    ...snapshot.conflicts.map(conflictWarning),
    ...overtaken.map(({ id, changed, missing, commit_lost }) => {
      const what = [
        ...changed.map((path) => `${path} changed`),
        ...missing.map((path) => `${path} was deleted`),
        ...(commit_lost ? ["its Git commit is no longer in the history"] : []),
      ];
      return `entry ${id} may be outdated: ${what.join(", ")}`;
    }),
  ];
}

/** Ids alone: the texts are in the state, and a model pays for every word. */
function conflictWarning({ id, other }: PossibleConflict): string {
  return `entries ${id} and ${other.id} may contradict each other`;
}
