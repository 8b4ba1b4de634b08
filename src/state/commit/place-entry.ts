import type { JsonObject } from "../../base/json/value.ts";
import { toText } from "../../ledger/texts.ts";
import { entryKey } from "../../model/state.ts";
import { type Change, entryChange, type NextEntry } from "../change.ts";
import { archivedEntry, compressedEntry } from "../entry.ts";
import { compressText } from "../gate/compress.ts";
import type { LiveEntry, State } from "../state.ts";
import { planEviction } from "./plan-eviction.ts";

/** How a state stays within its budget. */
export interface BudgetRules {
  /** Slots whose entries are never evicted. */
  readonly protect_slots: readonly string[];
  /** Whether a text that exceeds the budget may be shortened. */
  readonly compress: boolean;
  readonly countTokens: (text: string) => number;
}

/** An entry that is to be put into force. */
export interface Placement {
  readonly next: NextEntry;
  readonly type:
    | "state_committed"
    | "state_updated"
    | "state_superseded"
    | "state_merged"
    | "state_restored";
  /** Its text, when that may be shortened. */
  readonly content: string | null;
  /** Entries that it replaces, each with the change that takes it out of force. */
  readonly replaced: readonly { readonly entry: LiveEntry; readonly change: Change }[];
  readonly reason?: string | undefined;
  readonly details?: JsonObject;
}

/** The changes that put an entry into force. */
export interface PlacementPlan {
  readonly changes: readonly Change[];
  readonly next: NextEntry;
  readonly evicted: readonly LiveEntry[];
}

/**
 * Plans every change that putting an entry into force needs; null when the budget does not allow it. Nothing is
 * changed before the plan is complete, so that no entry is evicted for one that is then rejected.
 */
export function placeEntry(
  state: State,
  placement: Placement,
  rules: BudgetRules,
): PlacementPlan | null {
  const { next, type, replaced, reason, details } = placement;
  const leaving = [...existingVersion(state, next), ...replaced.map(({ entry }) => entry)];
  const freed = leaving.reduce((sum, { image }) => sum + image.tokens, 0);
  const { tokens, score, id } = next.image;
  const request = { tokens, score, freed, exempt: new Set(leaving) };
  const plan = planEviction(state, request, rules.protect_slots);
  const placed = plan.fits ? next : shortenToFit(placement, plan.maxTokens, rules);
  if (placed === null) return null;
  const evicted = plan.fits ? plan.evict : plan.candidates;
  const changes = [
    ...evicted.map((entry) => evictChange(state, entry, `evicted for ${id}`)),
    ...replaced.map(({ change }) => change),
    entryChange(state, type, placed, { reason, ...(details === undefined ? {} : { details }) }),
  ];
  return { changes, next: placed, evicted };
}

function existingVersion(
  { entries }: State,
  { namespace, image }: NextEntry,
): readonly LiveEntry[] {
  const existing = entries.get(entryKey(namespace, image.id));
  return existing === undefined ? [] : [existing];
}

/**
 * Below this share a shortened text says too little to represent it
 * (docs/decisions/0016-shortening.md).
 */
const MIN_SHARE = 0.25;

function shortenToFit(
  { next, content }: Placement,
  maxTokens: number,
  { compress: isAllowed, countTokens }: BudgetRules,
): NextEntry | null {
  if (!isAllowed || content === null || maxTokens < next.image.tokens * MIN_SHARE) return null;
  const shorter = compressText(content, maxTokens, countTokens);
  return shorter === "" ? null : compressedEntry(next, toText(shorter), countTokens(shorter));
}

/** Takes an entry out of force to free its tokens; a pointer stays, from which it can be restored. */
function evictChange(state: State, entry: LiveEntry, reason: string): Change {
  const why = { reason, details: { reason_code: "budget_saturated" } };
  return entryChange(state, "state_evicted", archivedEntry(entry, "deprecated"), why);
}

/** Archives an entry that another one supersedes, and names that one. */
export function supersededChange(state: State, entry: LiveEntry, by: string): Change {
  const why = { reason: `superseded by ${by}`, details: { superseded_by: by } };
  return entryChange(state, "state_superseded", archivedEntry(entry, "superseded"), why);
}
