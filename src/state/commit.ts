import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import { toText } from "../ledger/texts.ts";
import { routeSlot } from "../model/slot-routing.ts";
import { entryKey } from "../model/state.ts";
import type { Status } from "./bodies.ts";
import { type Decision, noteChange } from "./change.ts";
import { type NewEntry, newEntry, rewritten } from "./entry.ts";
import { findEntry } from "./find.ts";
import type { GateConfig } from "./gate/config.ts";
import { type GateEntry, qualify, type Verdict } from "./gate/gate.ts";
import { activeEntries } from "./load.ts";
import {
  type Placed,
  type Placing,
  placeEntry,
  type RoomRules,
  supersededChange,
} from "./placing.ts";
import type { StateView } from "./record.ts";
import { type HeldEntry, type State, versionOf } from "./state.ts";
import { staleVersion } from "./versions.ts";

/** Something that asks to be held in force. */
export interface CommitRequest {
  readonly content: string;
  readonly id?: string | undefined;
  readonly slot?: string | undefined;
  readonly score?: number | undefined;
  readonly status?: Status | undefined;
  readonly namespace?: string | undefined;
  readonly author_id?: string | undefined;
  readonly access_list?: readonly string[] | undefined;
  readonly unit_ref?: string | undefined;
  /** The version of the entry with this id that the caller has seen; 0 for none. */
  readonly expect_version?: number | undefined;
  /** The entry that it replaces, as the gate proposed or the caller knows. */
  readonly supersedes?: string | undefined;
  /** The version of that entry that the caller has seen; any unless told. */
  readonly supersedes_version?: number | undefined;
  /** How well it answers the goal, from 0 to 1. */
  readonly relevance?: number | undefined;
  /** Decided by someone already: the gate's word is recorded, and only room can be refused. */
  readonly decided?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Rules of a commit that are not of the state itself. */
export interface CommitRules extends RoomRules {
  readonly gate: GateConfig;
  /** A verdict that a judge gave before, over the same entries. */
  readonly verdict?: Verdict;
}

/** What became of a commit. */
export interface CommitResult {
  readonly decision: "admitted" | "updated" | "superseded" | "rejected" | "conflict";
  readonly reason_code: string;
  readonly id: string | null;
  readonly namespace: string;
  readonly slot: string | null;
  readonly version: number | null;
  readonly tokens: number;
  readonly resolution: string | null;
  readonly evicted: readonly string[];
  /** The entry that the gate proposes to supersede, or that says the same already. */
  readonly matched: string | null;
  readonly verdict: Verdict | null;
}

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
  const slot = slotFor(state, request);
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
  const asked: Asked = { request, namespace, slot, held, replaced, verdict };
  return held === undefined ? admit(view, asked, rules) : update(view, asked, held, rules);
}

interface Asked {
  readonly request: CommitRequest;
  readonly namespace: string;
  readonly slot: string;
  readonly held: HeldEntry | undefined;
  readonly replaced: HeldEntry | undefined;
  readonly verdict: Verdict;
}

function slotFor({ bounds }: State, { slot, content }: CommitRequest): string {
  const names = bounds.slots.map((each) => each.name);
  if (slot === undefined) return routeSlot(content, names);
  if (names.includes(slot)) return slot;
  const near = nearestName(slot, names);
  throw new HoldallError("E_SLOT", `Cannot commit to slot "${slot}": the state does not have it`, {
    cure: near === null ? `choose one of ${names.join(", ")}` : `did you mean "${near}"?`,
  });
}

function findHeld(state: State, namespace: string, id: string): HeldEntry | undefined {
  return state.entries.get(entryKey(namespace, id));
}

/** The gate's word over the entries in force, the one to be replaced aside. */
async function judge(
  view: StateView,
  request: CommitRequest & { readonly namespace: string },
  gate: GateConfig,
  replaced: HeldEntry | undefined,
): Promise<Verdict> {
  const { id = null, content, namespace, relevance = 1 } = request;
  const entries = await gateEntries(view, (entry) => entry !== replaced);
  return qualify({ id, content, namespace, relevance }, entries, gate);
}

/** The entries in force as the gate sees them. */
export async function gateEntries(
  { state, contents }: Pick<StateView, "state" | "contents">,
  isSeen: (entry: HeldEntry) => boolean = () => true,
): Promise<readonly GateEntry[]> {
  const seen = activeEntries(state).filter(isSeen);
  const words = await contents(seen);
  return seen.flatMap((entry) => {
    const content = words.get(entry);
    const { namespace, id } = entry;
    return content == null ? [] : [{ namespace, id, content, version: versionOf(entry) }];
  });
}

function rejectedResult(
  namespace: string,
  reason_code: string,
  verdict: Verdict | null,
): CommitResult {
  const decision = verdict?.decision === "conflict" ? "conflict" : "rejected";
  const matched = verdict?.matched?.id ?? null;
  const none = { id: null, slot: null, version: null, tokens: 0, resolution: null, evicted: [] };
  return { decision, reason_code, namespace, ...none, matched, verdict };
}

/** What the trail keeps of a verdict. */
function gateDetails(gate: GateConfig, verdict: Verdict | null): JsonObject {
  if (verdict === null) return {};
  const { decision, reason, matched, audit } = verdict;
  const recorded = { name: gate.name, config_sha256: gate.hash, decision, matched, ...audit };
  return JSON.parse(JSON.stringify({ gate: recorded, reason_code: reason }));
}

interface Refused {
  readonly request: CommitRequest;
  readonly verdict: Verdict;
  readonly gate: GateConfig;
  readonly tokens?: number;
}

function refusal(refused: Refused, namespace: string): Decision<CommitResult> | null {
  const { request, verdict } = refused;
  const isSettled = verdict.decision === "admit" || verdict.decision === "update";
  const isAgreed = verdict.decision === "conflict" && request.supersedes !== undefined;
  return isSettled || isAgreed || request.decided
    ? null
    : rejection(refused, namespace, verdict.reason);
}

/** Leaves everything as it is, and says so in the trail. */
function rejection(
  { request, verdict, gate, tokens }: Refused,
  namespace: string,
  reason_code: string,
): Decision<CommitResult> {
  const text = toText(request.content);
  const details: JsonObject = {
    namespace,
    id: request.id ?? null,
    content: text.ref,
    ...gateDetails(gate, verdict),
    reason_code,
    ...(tokens === undefined ? {} : { tokens }),
  };
  const change = noteChange("state_rejected", { reason: request.reason, details }, [text]);
  return { changes: [change], result: rejectedResult(namespace, reason_code, verdict) };
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
    score: request.score ?? 1,
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
  return place(view.state, asked, rules, { after, type: "state_updated" });
}

/** Puts an entry in, or rejects it and leaves everything as it was. */
function place(
  state: State,
  { request, namespace, verdict, replaced }: Asked,
  rules: CommitRules,
  { after, type }: Pick<Placing, "after" | "type">,
): Decision<CommitResult> {
  const { id, tokens } = after.image;
  const losers =
    replaced === undefined
      ? []
      : [{ entry: replaced, change: supersededChange(state, replaced, id) }];
  const details = gateDetails(rules.gate, verdict);
  const { content, reason } = request;
  const placed = placeEntry(state, { after, type, content, losers, reason, details }, rules);
  if (placed === null) {
    return rejection({ request, verdict, gate: rules.gate, tokens }, namespace, "budget_saturated");
  }
  return { changes: placed.changes, result: placedResult(placed, type, verdict) };
}

function placedResult(
  { after: { namespace, image }, evicted }: Placed,
  type: Placing["type"],
  verdict: Verdict,
): CommitResult {
  const { id, slot, tokens } = image;
  return {
    decision:
      type === "state_updated"
        ? "updated"
        : type === "state_superseded"
          ? "superseded"
          : "admitted",
    reason_code: "qualified",
    ...{ id, namespace, slot, tokens },
    version: image.version ?? 1,
    resolution: image.resolution ?? "full",
    evicted: evicted.map((entry) => entry.id),
    matched: verdict.matched?.id ?? null,
    verdict,
  };
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
