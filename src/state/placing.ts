import type { JsonObject } from "../base/json/value.ts";
import { toText } from "../ledger/texts.ts";
import { entryKey } from "../model/state.ts";
import { type After, type Change, entryChange } from "./change.ts";
import { archived, compressed } from "./entry.ts";
import { planRoom } from "./fit.ts";
import { compressText } from "./gate/compress.ts";
import type { HeldEntry, State } from "./state.ts";

/** Rules by which room is made. */
export interface RoomRules {
  readonly protect_slots: readonly string[];
  /** Whether a text that does not fit may be shortened. */
  readonly compress: boolean;
  readonly count: (text: string) => number;
}

/** Something to be put into a state. */
export interface Placing {
  readonly after: After;
  readonly type:
    | "state_committed"
    | "state_updated"
    | "state_superseded"
    | "state_merged"
    | "state_restored";
  /** The text, when it may be shortened. */
  readonly content: string | null;
  /** Entries that the same step takes out of force, with the change that does so. */
  readonly losers: readonly { readonly entry: HeldEntry; readonly change: Change }[];
  readonly reason?: string | undefined;
  readonly details?: JsonObject;
}

/** A plan that was found to work. */
export interface Placed {
  readonly changes: readonly Change[];
  readonly after: After;
  readonly evicted: readonly HeldEntry[];
}

/** Plans room for an entry and everything that goes with it; null when it cannot be had. */
export function placeEntry(state: State, placing: Placing, rules: RoomRules): Placed | null {
  const { after, type, losers, reason, details } = placing;
  const held = heldBefore(state, after);
  const given = [...held, ...losers.map(({ entry }) => entry)];
  const freed = given.reduce((sum, { image }) => sum + image.tokens, 0);
  const { tokens, score, id } = after.image;
  const wanted = { tokens, score, freed, spared: new Set(given) };
  const room = planRoom(state, wanted, rules.protect_slots);
  const placed = room.fits ? after : shorten(placing, room.most, rules);
  if (placed === null) return null;
  const evicted = room.fits ? room.evict : room.weaker;
  const changes = [
    ...evicted.map((entry) => evictChange(state, entry, `evicted for ${id}`)),
    ...losers.map(({ change }) => change),
    entryChange(state, type, placed, { reason, ...(details === undefined ? {} : { details }) }),
  ];
  return { changes, after: placed, evicted };
}

function heldBefore({ entries }: State, { namespace, image }: After): readonly HeldEntry[] {
  const held = entries.get(entryKey(namespace, image.id));
  return held === undefined ? [] : [held];
}

/** Less than this share of a text says too little to stand for it. */
const LEAST_SHARE = 0.25;

function shorten(
  { after, content }: Placing,
  target: number,
  { compress: isAllowed, count }: RoomRules,
): After | null {
  if (!isAllowed || content === null || target < after.image.tokens * LEAST_SHARE) return null;
  const shorter = compressText(content, target, count);
  return shorter === "" ? null : compressed(after, toText(shorter), count(shorter));
}

/** Takes an entry out of force to make room: a pointer stays, from which it can be restored. */
function evictChange(state: State, entry: HeldEntry, reason: string): Change {
  const because = { reason, details: { reason_code: "budget_saturated" } };
  return entryChange(state, "state_evicted", archived(entry, "deprecated"), because);
}

/** The loser of a supersede: archived, and it names the winner. */
export function supersededChange(state: State, entry: HeldEntry, by: string): Change {
  const because = { reason: `superseded by ${by}`, details: { superseded_by: by } };
  return entryChange(state, "state_superseded", archived(entry, "superseded"), because);
}
