/**
 * The anchor: the agent's own account of its work. It is recorded as a note with texts, and also
 * kept as entries with fixed ids, so that it is handed over and budgeted like everything else. A
 * part that no longer applies is archived.
 */

import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { parseStoredObject } from "../../ledger/stored-json.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import { type Text, toText } from "../../ledger/texts.ts";
import { isTextRef, type TextRef } from "../../model/event.ts";
import { entryKey } from "../../model/state.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Change, entryChange, noteChange, toEvents } from "../change.ts";
import type { StateView } from "../change-state.ts";
import { type BudgetRules, placeEntry } from "../commit/place-entry.ts";
import { archivedEntry, newEntry, updatedEntry } from "../entry.ts";
import { isActive, type State } from "../state.ts";

/** The agent's own account of its work: what it is doing and what comes next. */
export const anchorSchema = () =>
  z.object({
    current_task: z.string().nullable(),
    next_step: z.string().nullable(),
    plan_pointer: z.string().nullable(),
    last_decisions: z.array(z.string()).readonly(),
    last_failed_check: z.string().nullable(),
  });

/** The agent's own account of its work: what it is doing and what comes next. */
export type Anchor = z.infer<ReturnType<typeof anchorSchema>>;

const NO_ANCHOR: Anchor = {
  current_task: null,
  next_step: null,
  plan_pointer: null,
  last_decisions: [],
  last_failed_check: null,
};

/** The parts of an anchor to change; the others stay as they are. */
export type AnchorRequest = { readonly [Key in keyof Anchor]?: Anchor[Key] | undefined } & {
  /** Used as the task when there is none. */
  readonly goal?: string | undefined;
};

/** An anchor with the requested changes. */
export function mergeAnchor(before: Anchor | null, request: AnchorRequest): Anchor {
  const old = before ?? NO_ANCHOR;
  return {
    current_task: request.current_task ?? old.current_task ?? request.goal ?? null,
    next_step: request.next_step ?? old.next_step,
    plan_pointer: request.plan_pointer ?? old.plan_pointer,
    last_decisions: request.last_decisions ?? old.last_decisions,
    last_failed_check: request.last_failed_check ?? old.last_failed_check,
  };
}

/** An anchor as events record it, with its texts. */
function anchorBody(anchor: Anchor): { readonly body: JsonObject; readonly texts: Text[] } {
  const texts: Text[] = [];
  const addText = (content: string | null): TextRef | null => {
    if (content === null) return null;
    const text = toText(content);
    texts.push(text);
    return text.ref;
  };
  const body = {
    current_task: addText(anchor.current_task),
    next_step: addText(anchor.next_step),
    plan_pointer: addText(anchor.plan_pointer),
    last_decisions: anchor.last_decisions.map(addText),
    last_failed_check: addText(anchor.last_failed_check),
  };
  return { body, texts };
}

/** Reads a recorded anchor; null when there is none. */
export async function readAnchor(tx: Transaction, recorded: string | null): Promise<Anchor | null> {
  if (recorded === null) return null;
  const body = parseStoredObject(recorded, { table: "states", column: "anchor", row: null });
  const decisions = Array.isArray(body.last_decisions) ? body.last_decisions : [];
  const refs = [...Object.values(body), ...decisions].filter(isTextRef);
  const texts = await readTexts(
    tx,
    refs.map(({ sha256 }) => sha256),
  );
  const textOf = (value: unknown) => (isTextRef(value) ? texts.require(value.sha256) : null);
  return {
    current_task: textOf(body.current_task),
    next_step: textOf(body.next_step),
    plan_pointer: textOf(body.plan_pointer),
    last_decisions: decisions.flatMap((each) => textOf(each) ?? []),
    last_failed_check: textOf(body.last_failed_check),
  };
}

/** An entry that contains a part of the anchor. */
interface AnchorEntry {
  readonly id: string;
  readonly slot: string;
  readonly content: string;
}

/** The entries of an anchor, without blank ones. */
function anchorEntries(anchor: Anchor, slots: readonly string[]): readonly AnchorEntry[] {
  const slotOr = (name: string) => (slots.includes(name) ? name : (slots.at(-1) ?? name));
  const task = slotOr("task-state");
  const parts: readonly (readonly [string, string, string | null])[] = [
    ["anchor-task", task, anchor.current_task],
    ["anchor-next", task, anchor.next_step],
    ["anchor-plan", task, anchor.plan_pointer],
    ...anchor.last_decisions.map(
      (text, index) => [`anchor-decision-${index + 1}`, slotOr("decision"), text] as const,
    ),
    ["last-failed-check", task, anchor.last_failed_check],
  ];
  return parts.flatMap(([id, slot, content]) =>
    content === null || content.trim() === "" ? [] : [{ id, slot, content }],
  );
}

/** The changes that set an anchor, and the parts that exceed the budget. */
export interface PlannedAnchor {
  readonly changes: readonly Change[];
  readonly state: State;
  readonly unplaced: readonly string[];
}

const ANCHOR_ID = /^(?:anchor-(?:task|next|plan|decision-\d+)|last-failed-check)$/;

/** Updates the entries of an anchor within the budget, and archives those that it no longer has. */
export async function planAnchor(
  view: StateView,
  anchor: Anchor,
  rules: BudgetRules,
): Promise<PlannedAnchor> {
  const { namespace, slots } = view.state.bounds;
  const parts = anchorEntries(
    anchor,
    slots.map(({ name }) => name),
  );
  const changes: Change[] = [];
  const unplaced: string[] = [];
  let { state } = view;
  // Each part is placed against the state that the ones before it leave.
  const apply = (more: readonly Change[]) => {
    changes.push(...more);
    state = toEvents(state, more, null).state;
  };
  for (const entry of state.entries.values()) {
    const isPart = parts.some(({ id }) => id === entry.id);
    if (isPart || !isActive(entry) || entry.namespace !== namespace) continue;
    if (!ANCHOR_ID.test(entry.id)) continue;
    const why = { reason: "no longer part of the anchor" };
    apply([entryChange(state, "state_archived", archivedEntry(entry, "deprecated"), why)]);
  }
  for (const part of parts) {
    const placed = placeAnchorEntry(state, part, { namespace, rules, now: view.now });
    if (placed === "unchanged") continue;
    if (placed === null) unplaced.push(part.id);
    else apply(placed);
  }
  return { changes, state, unplaced };
}

/** The highest usual score: no ordinary entry evicts a part of the anchor. */
const ANCHOR_SCORE = 1;

function placeAnchorEntry(
  state: State,
  { id, slot, content }: AnchorEntry,
  { namespace, rules, now }: { namespace: string; rules: BudgetRules; now: Date },
): readonly Change[] | "unchanged" | null {
  const existing = state.entries.get(entryKey(namespace, id));
  const { sha256 } = toText(content).ref;
  const isSame = existing && isActive(existing) && existing.image.content.sha256 === sha256;
  if (isSame) return "unchanged";
  const committed_at = now.toISOString();
  const tokens = rules.countTokens(content);
  const facts = {
    content,
    tokens,
    slot,
    status: "active",
    committed_at,
    score: ANCHOR_SCORE,
  } as const;
  const next = existing
    ? updatedEntry(existing, facts)
    : newEntry(state, { ...facts, id, namespace });
  const type = existing ? "state_updated" : "state_committed";
  const placement = { next, type, content, replaced: [], reason: "anchor" } as const;
  return placeEntry(state, placement, rules)?.changes ?? null;
}

/** The note in the trail that records an anchor. */
export function anchorNote(
  type: "state_anchored" | "state_checkpointed",
  anchor: Anchor,
  details: JsonObject,
): Change {
  const { body, texts } = anchorBody(anchor);
  return noteChange(type, { details: { ...details, anchor: body } }, texts);
}
