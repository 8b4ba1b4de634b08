import type { JsonObject } from "../base/json/value.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import { type Text, toText } from "../ledger/texts.ts";
import { isTextRef, type TextRef } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import { type Change, entryChange, noteChange, sealChanges } from "./change.ts";
import { archived, newEntry, rewritten } from "./entry.ts";
import { placeEntry, type RoomRules } from "./placing.ts";
import type { StateView } from "./record.ts";
import { isActive, type State } from "./state.ts";

/** Where the work stands, in the agent's words. */
export interface Anchor {
  readonly current_task: string | null;
  readonly next_step: string | null;
  readonly plan_pointer: string | null;
  readonly last_decisions: readonly string[];
  readonly last_failed_check: string | null;
}

const NO_ANCHOR: Anchor = {
  current_task: null,
  next_step: null,
  plan_pointer: null,
  last_decisions: [],
  last_failed_check: null,
};

/** What is said anew about where the work stands; the rest stays as it was. */
export type AnchorRequest = { readonly [Key in keyof Anchor]?: Anchor[Key] | undefined } & {
  /** Stands for the task when nobody named one. */
  readonly goal?: string | undefined;
};

/** An anchor with what is said anew. */
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

/** An anchor as events name it, and its texts. */
function anchorBody(anchor: Anchor): { readonly body: JsonObject; readonly texts: Text[] } {
  const texts: Text[] = [];
  const keep = (words: string | null): TextRef | null => {
    if (words === null) return null;
    const text = toText(words);
    texts.push(text);
    return text.ref;
  };
  const body = {
    current_task: keep(anchor.current_task),
    next_step: keep(anchor.next_step),
    plan_pointer: keep(anchor.plan_pointer),
    last_decisions: anchor.last_decisions.map(keep),
    last_failed_check: keep(anchor.last_failed_check),
  };
  return { body, texts };
}

/** Reads an anchor as it was recorded; null when there is none. */
export async function readAnchor(tx: Transaction, recorded: string | null): Promise<Anchor | null> {
  if (recorded === null) return null;
  const body: JsonObject = JSON.parse(recorded);
  const decisions = Array.isArray(body.last_decisions) ? body.last_decisions : [];
  const refs = [...Object.values(body), ...decisions].filter(isTextRef);
  const words = await readTexts(
    tx,
    refs.map(({ sha256 }) => sha256),
  );
  const said = (value: unknown) => (isTextRef(value) ? words.require(value.sha256) : null);
  return {
    current_task: said(body.current_task),
    next_step: said(body.next_step),
    plan_pointer: said(body.plan_pointer),
    last_decisions: decisions.flatMap((each) => said(each) ?? []),
    last_failed_check: said(body.last_failed_check),
  };
}

/** An entry that stands for a part of the anchor. */
interface AnchorEntry {
  readonly id: string;
  readonly slot: string;
  readonly content: string;
}

/** The entries that stand for an anchor, blank ones left out. */
function anchorEntries(anchor: Anchor, slots: readonly string[]): readonly AnchorEntry[] {
  const slotOr = (name: string) => (slots.includes(name) ? name : (slots.at(-1) ?? name));
  const task = slotOr("task-state");
  const parts: readonly (readonly [string, string, string | null])[] = [
    ["anchor-task", task, anchor.current_task],
    ["anchor-next", task, anchor.next_step],
    ["anchor-plan", task, anchor.plan_pointer],
    ...anchor.last_decisions.map(
      (words, index) => [`anchor-decision-${index + 1}`, slotOr("decision"), words] as const,
    ),
    ["last-failed-check", task, anchor.last_failed_check],
  ];
  return parts.flatMap(([id, slot, content]) =>
    content === null || content.trim() === "" ? [] : [{ id, slot, content }],
  );
}

/** What setting an anchor changes, and which parts found no room. */
export interface PlannedAnchor {
  readonly changes: readonly Change[];
  readonly state: State;
  readonly unplaced: readonly string[];
}

const ANCHOR_ID = /^(?:anchor-(?:task|next|plan|decision-\d+)|last-failed-check)$/;

/** Brings the entries of an anchor up to date within the budget; those it no longer has are archived. */
export async function planAnchor(
  view: StateView,
  anchor: Anchor,
  rules: RoomRules,
): Promise<PlannedAnchor> {
  const { namespace, slots } = view.state.bounds;
  const wanted = anchorEntries(
    anchor,
    slots.map(({ name }) => name),
  );
  const changes: Change[] = [];
  const unplaced: string[] = [];
  let { state } = view;
  const take = (more: readonly Change[]) => {
    changes.push(...more);
    state = sealChanges(state, more, null).state;
  };
  for (const entry of state.entries.values()) {
    const isWanted = wanted.some(({ id }) => id === entry.id);
    if (isWanted || !isActive(entry) || entry.namespace !== namespace) continue;
    if (!ANCHOR_ID.test(entry.id)) continue;
    const because = { reason: "no longer part of the anchor" };
    take([entryChange(state, "state_archived", archived(entry, "deprecated"), because)]);
  }
  for (const part of wanted) {
    const placed = placePart(state, part, { namespace, rules, now: view.now });
    if (placed === "there") continue;
    if (placed === null) unplaced.push(part.id);
    else take(placed);
  }
  return { changes, state, unplaced };
}

/** An anchor's score: nothing that is merely useful pushes it out. */
const ANCHOR_SCORE = 1;

function placePart(
  state: State,
  { id, slot, content }: AnchorEntry,
  { namespace, rules, now }: { namespace: string; rules: RoomRules; now: Date },
): readonly Change[] | "there" | null {
  const held = state.entries.get(entryKey(namespace, id));
  const text = toText(content);
  if (held && isActive(held) && held.image.content.sha256 === text.ref.sha256) return "there";
  const known = { content, tokens: rules.count(content), slot };
  const fresh = { status: "active", committed_at: now.toISOString(), score: ANCHOR_SCORE } as const;
  const after = held
    ? rewritten(held, { ...known, ...fresh })
    : newEntry(state, { ...known, ...fresh, id, namespace });
  const type = held ? "state_updated" : "state_committed";
  const placing = { after, type, content, losers: [], reason: "anchor" } as const;
  return placeEntry(state, placing, rules)?.changes ?? null;
}

/** The line of the trail that records an anchor. */
export function anchorNote(
  type: "state_anchored" | "state_checkpointed",
  anchor: Anchor,
  details: JsonObject,
): Change {
  const { body, texts } = anchorBody(anchor);
  return noteChange(type, { details: { ...details, anchor: body } }, texts);
}
