import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { entryKey } from "../../model/state.ts";
import type { Decision } from "../change.ts";
import type { StateView } from "../change-state.ts";
import { type NewEntry, newEntry, updatedEntry } from "../entry.ts";
import { findEntry } from "../find-entry.ts";
import type { GateConfig } from "../gate/config.ts";
import { qualify, type Verdict } from "../gate/gate.ts";
import { isVisible } from "../show.ts";
import { checkVersion } from "../stale-version.ts";
import type { LiveEntry, State } from "../state.ts";
import { chooseSlot } from "./choose-slot.ts";
import {
  acceptedResult,
  type CommitEventType,
  gateDetails,
  rejectCommit,
  rejectedResult,
  rejectionByGate,
} from "./commit-outcome.ts";
import type { CommitRequest, CommitResult, CommitRules } from "./commit-request.ts";
import { gateEntries } from "./gate-entries.ts";
import { type Placement, placeEntry, supersededChange } from "./place-entry.ts";
import { supersedeByEntry } from "./supersede-by-entry.ts";

/** Decides about a commit: versions first, then the gate, then the budget. Changes nothing itself. */
export async function planCommit(
  view: StateView,
  request: CommitRequest,
  rules: CommitRules,
): Promise<Decision<CommitResult>> {
  const { state } = view;
  if (request.content.trim() === "") {
    throw new HoldallError("E_USAGE", "Cannot commit an entry: the text is empty");
  }
  const namespace = request.namespace ?? state.bounds.namespace;
  const existing =
    request.id === undefined ? undefined : state.entries.get(entryKey(namespace, request.id));
  const stale = checkVersion({ namespace, id: request.id ?? "" }, existing, request.expect_version);
  if (stale !== null) return { ...stale, result: rejectedResult(namespace, "stale_version", null) };
  const { supersedes, supersedes_version } = request;
  const replaced = supersedes === undefined ? undefined : findEntry(state, supersedes, namespace);
  if (replaced !== undefined) requireNotSuperseded(replaced);
  const moved =
    replaced && supersedes_version && checkVersion(replaced, replaced, supersedes_version);
  if (moved) return { ...moved, result: rejectedResult(namespace, "stale_version", null) };
  const byEntry = replaced === undefined ? null : supersedeByEntry(state, replaced, request);
  if (byEntry !== null) return byEntry;
  // A successor belongs where its predecessor was, unless the caller says otherwise.
  const wanted = { content: request.content, slot: request.slot ?? replaced?.image.slot };
  const slot = chooseSlot(state.bounds, wanted, rules);
  const verdict =
    rules.verdict ?? (await verdictOf(view, { ...request, namespace }, rules.gate, replaced));
  const rejected = rejectionByGate({ request, verdict, gate: rules.gate }, namespace);
  if (rejected !== null) return rejected;
  const prepared: PreparedCommit = { request, namespace, replaced, verdict, ...slot };
  return existing === undefined
    ? addEntry(view, prepared, rules)
    : updateEntry(view, prepared, existing, rules);
}

/** A commit that the gate let through. */
interface PreparedCommit {
  readonly request: CommitRequest;
  readonly namespace: string;
  readonly slot: string;
  /** How the slot was chosen, for the trail; empty when the caller named it. */
  readonly details: JsonObject;
  readonly replaced: LiveEntry | undefined;
  readonly verdict: Verdict;
}

/** An entry has one successor: whoever supersedes it again has not seen the first one. */
function requireNotSuperseded({ id, image }: LiveEntry): void {
  if (image.status !== "superseded") return;
  throw new HoldallError("E_CONFLICT", `Cannot supersede entry "${id}": it is superseded already`, {
    cure: "supersede the entry that replaced it; see `holdall state log`",
  });
}

/** The gate's verdict over the entries in force that the namespace may see, except the one to be replaced. */
async function verdictOf(
  view: StateView,
  request: CommitRequest & { readonly namespace: string },
  gate: GateConfig,
  replaced: LiveEntry | undefined,
): Promise<Verdict> {
  const { id = null, content, namespace, relevance = 1 } = request;
  const viewer = { namespace };
  const isCompared = (entry: LiveEntry) => entry !== replaced && isVisible(entry, viewer);
  const entries = await gateEntries(view, isCompared);
  return qualify({ id, content, namespace, relevance }, entries, gate);
}

function addEntry(
  view: StateView,
  prepared: PreparedCommit,
  rules: CommitRules,
): Decision<CommitResult> {
  const { request, namespace, slot, replaced } = prepared;
  const { state } = view;
  const entry: NewEntry = {
    id: request.id ?? createEntryId(view, namespace),
    namespace,
    slot,
    content: request.content,
    tokens: rules.countTokens(request.content),
    score: request.score ?? rules.verdict?.score ?? 1,
    committed_at: view.now.toISOString(),
    status: request.status ?? "active",
    author_id: request.author_id,
    access_list: request.access_list,
    unit_ref: request.unit_ref,
    supersedes: replaced?.id,
    ...(request.extra === undefined ? {} : { extra: request.extra }),
  };
  const type = replaced === undefined ? "state_committed" : "state_superseded";
  return placeOrReject(state, prepared, rules, { next: newEntry(state, entry), type });
}

function updateEntry(
  view: StateView,
  prepared: PreparedCommit,
  existing: LiveEntry,
  rules: CommitRules,
): Decision<CommitResult> {
  const { request } = prepared;
  const changes = {
    ...request.extra,
    content: request.content,
    tokens: rules.countTokens(request.content),
    score: request.score ?? existing.image.score,
    status: request.status ?? "active",
    slot: request.slot ?? existing.image.slot,
    ...(request.author_id === undefined ? {} : { author_id: request.author_id }),
    ...(request.access_list === undefined ? {} : { access_list: [...request.access_list] }),
    committed_at: view.now.toISOString(),
  };
  const next = updatedEntry(existing, changes);
  const type = "state_updated";
  return placeOrReject(view.state, { ...prepared, details: {} }, rules, { next, type });
}

/** Puts the entry into force; when the budget does not allow it, rejects it and leaves the state as it was. */
function placeOrReject(
  state: State,
  { request, namespace, verdict, replaced, details: slotDetails }: PreparedCommit,
  rules: CommitRules,
  { next, type }: Pick<Placement, "next"> & { readonly type: CommitEventType },
): Decision<CommitResult> {
  const { id, tokens } = next.image;
  const superseded =
    replaced === undefined
      ? []
      : [{ entry: replaced, change: supersededChange(state, replaced, id) }];
  const details = { ...gateDetails(rules.gate, verdict), ...slotDetails };
  const { content, reason } = request;
  const placement = { next, type, content, replaced: superseded, reason, details };
  const placed = placeEntry(state, placement, rules);
  if (placed === null) {
    const rejected = { request, verdict, gate: rules.gate, tokens };
    return rejectCommit(rejected, namespace, "budget_saturated");
  }
  const result = acceptedResult(placed, type, verdict);
  return { changes: placed.changes, result: { ...result, replaced: replaced?.id ?? null } };
}

/** A short id that no entry of the namespace has or had. */
function createEntryId({ state, newId }: StateView, namespace: string): string {
  for (;;) {
    // A UUIDv7 begins with the time; its last digits are random.
    const id = newId().slice(-12);
    const key = entryKey(namespace, id);
    if (!state.entries.has(key) && !state.deletedVersions.has(key)) return id;
  }
}
