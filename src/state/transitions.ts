/**
 * The transitions of a single entry. Each function is pure: it decides from the loaded state which
 * events to append, and the caller appends them in the transaction in which the state was loaded.
 *
 * - promote: active → active with another status
 * - retire (deprecate, archive, evict): active → archived, as a pointer without tokens
 * - restore: archived or shortened → active with its full text, if the budget allows
 * - merge: two active entries → one active, one archived
 * - delete: archived → deleted; an active entry must be archived first
 */

import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import {
  type Decision,
  deletionChange,
  entryChange,
  type NextEntry,
  noteChange,
} from "./change.ts";
import {
  type BudgetRules,
  type Placement,
  placeEntry,
  supersededChange,
} from "./commit/place-entry.ts";
import { archivedEntry, restoredEntry, updatedEntry } from "./entry.ts";
import type { FullText, Status } from "./event-bodies.ts";
import { findEntry } from "./find-entry.ts";
import { checkVersion } from "./stale-version.ts";
import { isActive, type LiveEntry, type State, versionOf } from "./state.ts";

/** A request to change one entry. */
export interface EntryRequest {
  readonly id: string;
  readonly namespace?: string | undefined;
  /** The version that the caller has seen; default: any. */
  readonly expect_version?: number | undefined;
  readonly reason?: string | undefined;
}

/** An entry after a change. */
export const entryResultSchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    version: z.number(),
    status: z.string(),
    state: z.enum(["active", "archived", "deleted"]),
    tokens: z.number(),
    evicted: z.array(z.string()).readonly(),
  });

/** An entry after a change. */
export type EntryResult = z.infer<ReturnType<typeof entryResultSchema>>;

/** Finds the entry, and refuses the change when the caller expects another version. */
function withExpectedVersion(
  state: State,
  request: EntryRequest,
  decide: (entry: LiveEntry) => Decision<EntryResult>,
): Decision<EntryResult> {
  const entry = findEntry(state, request.id, request.namespace);
  if (request.expect_version === undefined) return decide(entry);
  const stale = checkVersion(entry, entry, request.expect_version);
  return stale === null ? decide(entry) : { ...stale, result: resultOf(entry) };
}

function resultOf(
  { namespace, image }: Pick<NextEntry, "namespace" | "image">,
  evicted: readonly LiveEntry[] = [],
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

/** Records that an entry and one that it may contradict, or all of these, are both true. */
export function dismissConflict(
  state: State,
  request: EntryRequest & { readonly other?: string | undefined },
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    const { namespace, id } = entry;
    const other =
      request.other === undefined ? null : findEntry(state, request.other, request.namespace);
    const details = {
      namespace,
      id,
      ...(other === null ? {} : { other: { namespace: other.namespace, id: other.id } }),
    };
    const change = noteChange("state_dismissed", { reason: request.reason, details });
    return { changes: [change], result: resultOf(entry) };
  });
}

/** Records that a text that was refused because of an entry is not wanted: it waits for no decision. */
export function dismissRefusal(
  state: State,
  request: EntryRequest & { readonly refused: number },
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    const { namespace, id } = entry;
    const details = { namespace, id, refused: request.refused };
    const change = noteChange("state_dismissed", { reason: request.reason, details });
    return { changes: [change], result: resultOf(entry) };
  });
}

/** Changes the status of an entry, for example to confirm it. */
export function promoteEntry(
  state: State,
  request: EntryRequest & { readonly status: Status },
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    requireActive(entry, "promote");
    const { namespace, fullText } = entry;
    const image = { ...entry.image, status: request.status, version: versionOf(entry) + 1 };
    const next = { namespace, image, fullText };
    const change = entryChange(state, "state_promoted", next, { reason: request.reason });
    return { changes: [change], result: resultOf(next) };
  });
}

/** The event and the new status of each way to take an entry out of force; null keeps its status. */
const retirements = {
  deprecate: { type: "state_deprecated", status: "deprecated" },
  archive: { type: "state_archived", status: null },
  evict: { type: "state_evicted", status: "deprecated" },
} as const;

/** Takes an entry out of force. It becomes a pointer that costs no tokens and can be restored. */
export function retireEntry(
  state: State,
  request: EntryRequest,
  how: keyof typeof retirements,
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    requireActive(entry, how);
    const { type, status } = retirements[how];
    const next = archivedEntry(entry, status ?? entry.image.status ?? "active");
    const change = entryChange(state, type, next, { reason: request.reason });
    return { changes: [change], result: resultOf(next) };
  });
}

function requireActive(entry: LiveEntry, verb: string): void {
  if (isActive(entry)) return;
  throw new HoldallError("E_STATE", `Cannot ${verb} entry "${entry.id}": it is archived`, {
    cure: `restore it first with \`holdall state restore ${entry.id}\``,
  });
}

/** Brings an archived entry back into force with its full text, if the budget allows. */
export function restoreEntry(
  state: State,
  request: EntryRequest & { readonly fullText: FullText | null },
  rules: BudgetRules,
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    if (isActive(entry) && entry.image.resolution === "full") {
      throw new HoldallError("E_STATE", `Cannot restore entry "${entry.id}": it is in force`);
    }
    if (request.fullText === null) {
      throw new HoldallError(
        "E_POINTER",
        `Cannot restore entry "${entry.id}": its text is not in the workspace`,
        { cure: `its reference is "${entry.image.unit_ref ?? "none"}"` },
      );
    }
    const next = restoredEntry(entry, request.fullText);
    const reason = request.reason ?? "restored";
    const placement = {
      next,
      type: "state_restored",
      content: null,
      replaced: [],
      reason,
    } as const;
    return placeOrReject(state, placement, rules);
  });
}

/**
 * Places an entry; when the budget does not allow it, refuses and notes that in the trail. The
 * refusal is thrown only after the note is recorded.
 */
function placeOrReject(
  state: State,
  placement: Placement,
  rules: BudgetRules,
): Decision<EntryResult> {
  const placed = placeEntry(state, placement, rules);
  if (placed !== null) {
    return { changes: placed.changes, result: resultOf(placed.next, placed.evicted) };
  }
  const { namespace, image } = placement.next;
  const { id, tokens } = image;
  const details = { namespace, id, tokens, reason_code: "budget_saturated" };
  return {
    changes: [noteChange("state_rejected", { reason: placement.reason, details })],
    result: resultOf(placement.next),
    refusal: new HoldallError(
      "E_OVER_BUDGET",
      `Cannot put entry "${id}" in force: its ${tokens} tokens exceed the budget`,
      {
        cure: "free tokens with `holdall state evict`, or raise the budget with `holdall state bounds`",
      },
    ),
  };
}

/** Merges one entry into another, which gets the text `content`; the first is archived. */
export function mergeEntries(
  state: State,
  request: EntryRequest & {
    readonly from: string;
    readonly content: string;
    readonly tokens: number;
  },
  rules: BudgetRules,
): Decision<EntryResult> {
  return withExpectedVersion(state, request, (into) => {
    const from = findEntry(state, request.from, request.namespace);
    if (from === into) {
      throw new HoldallError("E_USAGE", `Cannot merge entry "${into.id}" into itself`);
    }
    requireActive(into, "merge into");
    requireActive(from, "merge");
    const { content, tokens } = request;
    const score = Math.max(into.image.score, from.image.score);
    const next = updatedEntry(into, { content, tokens, score });
    const change = { ...supersededChange(state, from, into.id), type: "state_merged" as const };
    const reason = request.reason ?? `merged with ${from.id}`;
    const replaced = [{ entry: from, change }];
    return placeOrReject(state, { next, type: "state_merged", content, replaced, reason }, rules);
  });
}

/** Deletes an archived entry for good; the trail keeps a tombstone. An entry in force is never deleted. */
export function deleteEntry(state: State, request: EntryRequest): Decision<EntryResult> {
  return withExpectedVersion(state, request, (entry) => {
    if (isActive(entry)) {
      throw new HoldallError("E_PROTECTED", `Cannot delete entry "${entry.id}": it is in force`, {
        cure: `archive it first with \`holdall state archive ${entry.id}\``,
      });
    }
    const reason = request.reason ?? "hard delete";
    const result = { ...resultOf(entry), state: "deleted" as const };
    return { changes: [deletionChange(entry, { reason })], result };
  });
}
