import { HoldallError } from "../base/errors.ts";
import type { Status, Whole } from "./bodies.ts";
import { type After, type Decision, entryChange, goneChange, noteChange } from "./change.ts";
import { archived, restored, rewritten } from "./entry.ts";
import { findEntry } from "./find.ts";
import { type Placing, placeEntry, type RoomRules, supersededChange } from "./placing.ts";
import { type HeldEntry, isActive, type State, versionOf } from "./state.ts";
import { staleVersion } from "./versions.ts";

/** An entry that is to be changed, and what is said about it. */
export interface EntryRequest {
  readonly id: string;
  readonly namespace?: string | undefined;
  /** The version that the caller has seen; any unless told. */
  readonly expect_version?: number | undefined;
  readonly reason?: string | undefined;
}

/** What became of an entry. */
export interface EntryResult {
  readonly id: string;
  readonly namespace: string;
  readonly version: number;
  readonly status: string;
  readonly state: "active" | "archived" | "deleted";
  readonly tokens: number;
  readonly evicted: readonly string[];
}

/** Finds the entry and refuses when another version was expected. */
function withEntry(
  state: State,
  request: EntryRequest,
  decide: (entry: HeldEntry) => Decision<EntryResult>,
): Decision<EntryResult> {
  const entry = findEntry(state, request.id, request.namespace);
  if (request.expect_version === undefined) return decide(entry);
  const stale = staleVersion(entry, entry, request.expect_version);
  return stale === null ? decide(entry) : { ...stale, result: resultOf(entry) };
}

function resultOf(
  { namespace, image }: Pick<After, "namespace" | "image">,
  evicted: readonly HeldEntry[] = [],
): EntryResult {
  return {
    id: image.id,
    namespace,
    version: image.version ?? 1,
    status: image.status ?? "active",
    state: image.state ?? "active",
    tokens: image.tokens,
    evicted: evicted.map(({ id }) => id),
  };
}

/** Confirms an entry: only its status changes. */
export function promote(
  state: State,
  request: EntryRequest & { readonly status: Status },
): Decision<EntryResult> {
  return withEntry(state, request, (entry) => {
    requireActive(entry, "promote");
    const image = { ...entry.image, status: request.status, version: versionOf(entry) + 1 };
    const after = { namespace: entry.namespace, image, whole: entry.whole };
    const change = entryChange(state, "state_promoted", after, { reason: request.reason });
    return { changes: [change], result: resultOf(after) };
  });
}

/** How an entry is taken out of force, and what it is called then. */
const away = {
  deprecate: { type: "state_deprecated", status: "deprecated" },
  archive: { type: "state_archived", status: null },
  evict: { type: "state_evicted", status: "deprecated" },
} as const;

/** Takes an entry out of force. A pointer that costs nothing stays, from which it can be restored. */
export function putAway(
  state: State,
  request: EntryRequest,
  how: keyof typeof away,
): Decision<EntryResult> {
  return withEntry(state, request, (entry) => {
    requireActive(entry, how);
    const { type, status } = away[how];
    const after = archived(entry, status ?? statusOf(entry));
    const change = entryChange(state, type, after, { reason: request.reason });
    return { changes: [change], result: resultOf(after) };
  });
}

function statusOf({ image }: HeldEntry): string {
  return image.status ?? "active";
}

function requireActive(entry: HeldEntry, verb: string): void {
  if (isActive(entry)) return;
  throw new HoldallError("E_STATE", `Cannot ${verb} entry "${entry.id}": it is archived`, {
    cure: `bring it back with \`holdall state restore ${entry.id}\``,
  });
}

/** Brings an archived entry back into force with its full text, if there is room. */
export function restore(
  state: State,
  request: EntryRequest & { readonly whole: Whole | null },
  rules: RoomRules,
): Decision<EntryResult> {
  return withEntry(state, request, (entry) => {
    if (isActive(entry) && entry.image.resolution === "full") {
      throw new HoldallError("E_STATE", `Cannot restore entry "${entry.id}": it is in force`);
    }
    if (request.whole === null) {
      throw new HoldallError(
        "E_POINTER",
        `Cannot restore entry "${entry.id}": its text is not in the workspace`,
        { cure: `it is said to be at "${entry.image.unit_ref ?? "nowhere"}"` },
      );
    }
    const after = restored(entry, request.whole);
    const reason = request.reason ?? "restored";
    return put(state, { after, type: "state_restored", content: null, losers: [], reason }, rules);
  });
}

/** Puts an entry in, or refuses and says so in the trail. */
function put(state: State, placing: Placing, rules: RoomRules): Decision<EntryResult> {
  const placed = placeEntry(state, placing, rules);
  if (placed !== null) {
    return { changes: placed.changes, result: resultOf(placed.after, placed.evicted) };
  }
  const { namespace, image } = placing.after;
  const { id, tokens } = image;
  const details = { namespace, id, tokens, reason_code: "budget_saturated" };
  return {
    changes: [noteChange("state_rejected", { reason: placing.reason, details })],
    result: resultOf(placing.after),
    refusal: new HoldallError(
      "E_OVER_BUDGET",
      `Cannot put entry "${id}" in force: its ${tokens} tokens do not fit`,
      { cure: "make room with `holdall state evict`, or raise the budget" },
    ),
  };
}

/** Merges one entry into another, which then says `content`; the first is archived. */
export function merge(
  state: State,
  request: EntryRequest & {
    readonly from: string;
    readonly content: string;
    readonly tokens: number;
  },
  rules: RoomRules,
): Decision<EntryResult> {
  return withEntry(state, request, (into) => {
    const from = findEntry(state, request.from, request.namespace);
    if (from === into) {
      throw new HoldallError("E_USAGE", `Cannot merge entry "${into.id}" into itself`);
    }
    requireActive(into, "merge into");
    requireActive(from, "merge");
    const { content, tokens } = request;
    const score = Math.max(into.image.score, from.image.score);
    const after = rewritten(into, { content, tokens, score });
    const superseded = supersededChange(state, from, into.id);
    const loser = { ...superseded, type: "state_merged" as const };
    const reason = request.reason ?? `merged with ${from.id}`;
    const losers = [{ entry: from, change: loser }];
    return put(state, { after, type: "state_merged", content, losers, reason }, rules);
  });
}

/** Removes an archived entry for good; a tombstone stays in the trail. One in force is never removed. */
export function deleteEntry(state: State, request: EntryRequest): Decision<EntryResult> {
  return withEntry(state, request, (entry) => {
    if (isActive(entry)) {
      throw new HoldallError("E_PROTECTED", `Cannot delete entry "${entry.id}": it is in force`, {
        cure: `archive it first with \`holdall state archive ${entry.id}\``,
      });
    }
    const reason = request.reason ?? "hard delete";
    const result = { ...resultOf(entry), state: "deleted" as const };
    return { changes: [goneChange(entry, { reason })], result };
  });
}
