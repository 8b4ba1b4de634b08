import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { entryKey } from "../model/state.ts";
import type { Decision } from "./change.ts";
import {
  type CommitType,
  gateDetails,
  placedResult,
  refusal,
  rejectedResult,
  rejection,
} from "./commit-outcome.ts";
import type { CommitRequest, CommitResult, CommitRules } from "./commit-request.ts";
import { type NewEntry, newEntry, rewritten } from "./entry.ts";
import { fileEntry } from "./file-entry.ts";
import { findEntry } from "./find.ts";
import type { GateConfig } from "./gate/config.ts";
import { qualify, type Verdict } from "./gate/gate.ts";
import { gateEntries } from "./gate-entries.ts";
import { type Placing, placeEntry, supersededChange } from "./placing.ts";
import type { StateView } from "./record.ts";
import { isVisible } from "./show.ts";
import type { HeldEntry, State } from "./state.ts";
import { staleVersion } from "./versions.ts";

/** Decides about a commit: the gate, then room for it, planned whole before anything is changed. */
export async function planCommit(
  view: StateView,
  request: CommitRequest,
  rules: CommitRules,
): Promise<Decision<CommitResult>> {
  const { state } = view;
  if (request.content.trim() === "") {
    throw new HoldallError("E_USAGE", "Cannot commit an entry: it says nothing");
  }
  const namespace = request.namespace ?? state.bounds.namespace;
  const filed = fileEntry(state.bounds, request, rules);
  const held = request.id === undefined ? undefined : findHeld(state, namespace, request.id);
  const stale = staleVersion({ namespace, id: request.id ?? "" }, held, request.expect_version);
  if (stale !== null) return { ...stale, result: rejectedResult(namespace, "stale_version", null) };
  const { supersedes, supersedes_version } = request;
  const replaced = supersedes === undefined ? undefined : findEntry(state, supersedes, namespace);
  const moved =
    replaced && supersedes_version && staleVersion(replaced, replaced, supersedes_version);
  if (moved) return { ...moved, result: rejectedResult(namespace, "stale_version", null) };
  const verdict =
    rules.verdict ?? (await judge(view, { ...request, namespace }, rules.gate, replaced));
  const refused = refusal({ request, verdict, gate: rules.gate }, namespace);
  if (refused !== null) return refused;
  const asked: Asked = { request, namespace, replaced, verdict, ...filed };
  return held === undefined ? admit(view, asked, rules) : update(view, asked, held, rules);
}

interface Asked {
  readonly request: CommitRequest;
  readonly namespace: string;
  readonly slot: string;
  /** How the slot was found, for the trail; nothing when the caller named it. */
  readonly details: JsonObject;
  readonly replaced: HeldEntry | undefined;
  readonly verdict: Verdict;
}

function findHeld(state: State, namespace: string, id: string): HeldEntry | undefined {
  return state.entries.get(entryKey(namespace, id));
}

/** The gate's word over the entries in force that the namespace sees, the one to be replaced aside. */
async function judge(
  view: StateView,
  request: CommitRequest & { readonly namespace: string },
  gate: GateConfig,
  replaced: HeldEntry | undefined,
): Promise<Verdict> {
  const { id = null, content, namespace, relevance = 1 } = request;
  const reader = { namespace };
  const isAsked = (entry: HeldEntry) => entry !== replaced && isVisible(entry, reader);
  const entries = await gateEntries(view, isAsked);
  return qualify({ id, content, namespace, relevance }, entries, gate);
}

function admit(view: StateView, asked: Asked, rules: CommitRules): Decision<CommitResult> {
  const { request, namespace, slot, replaced } = asked;
  const { state } = view;
  const entry: NewEntry = {
    id: request.id ?? freshId(view, namespace),
    namespace,
    slot,
    content: request.content,
    tokens: rules.count(request.content),
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
  return place(state, asked, rules, { after: newEntry(state, entry), type });
}

function update(
  view: StateView,
  asked: Asked,
  held: HeldEntry,
  rules: CommitRules,
): Decision<CommitResult> {
  const { request } = asked;
  const changes = {
    ...request.extra,
    content: request.content,
    tokens: rules.count(request.content),
    score: request.score ?? held.image.score,
    status: request.status ?? "active",
    slot: request.slot ?? held.image.slot,
    ...(request.author_id === undefined ? {} : { author_id: request.author_id }),
    ...(request.access_list === undefined ? {} : { access_list: [...request.access_list] }),
    committed_at: view.now.toISOString(),
  };
  const after = rewritten(held, changes);
  return place(view.state, { ...asked, details: {} }, rules, { after, type: "state_updated" });
}

/** Puts an entry in, or rejects it and leaves everything as it was. */
function place(
  state: State,
  { request, namespace, verdict, replaced, details: filing }: Asked,
  rules: CommitRules,
  { after, type }: Pick<Placing, "after"> & { readonly type: CommitType },
): Decision<CommitResult> {
  const { id, tokens } = after.image;
  const losers =
    replaced === undefined
      ? []
      : [{ entry: replaced, change: supersededChange(state, replaced, id) }];
  const details = { ...gateDetails(rules.gate, verdict), ...filing };
  const { content, reason } = request;
  const placed = placeEntry(state, { after, type, content, losers, reason, details }, rules);
  if (placed === null) {
    return rejection({ request, verdict, gate: rules.gate, tokens }, namespace, "budget_saturated");
  }
  return { changes: placed.changes, result: placedResult(placed, type, verdict) };
}

/** A short id that no entry of the namespace has or had. */
function freshId({ state, newId }: StateView, namespace: string): string {
  for (;;) {
    // The end of a UUIDv7 is chance alone.
    const id = newId().slice(-12);
    const key = entryKey(namespace, id);
    if (!state.entries.has(key) && !state.gone.has(key)) return id;
  }
}
