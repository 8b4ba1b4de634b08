import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import { toText } from "../ledger/texts.ts";
import { routeSlot } from "../model/slot-routing.ts";
import { entryKey } from "../model/state.ts";
import type { Status } from "./bodies.ts";
import { type After, type Change, type Decision, entryChange, noteChange } from "./change.ts";
import { type CountTokens, compress } from "./compress.ts";
import { archived, compressed, type NewEntry, newEntry, rewritten } from "./entry.ts";
import { planRoom } from "./fit.ts";
import type { GateConfig } from "./gate/config.ts";
import { type GateEntry, qualify, type Verdict } from "./gate/gate.ts";
import { activeEntries } from "./load.ts";
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
  /** How well it answers the goal, from 0 to 1. */
  readonly relevance?: number | undefined;
  readonly reason?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Rules of a commit that are not of the state itself. */
export interface CommitRules {
  readonly gate: GateConfig;
  readonly protect_slots: readonly string[];
  /** Whether a text that does not fit may be shortened. */
  readonly compress: boolean;
  readonly count: CountTokens;
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
  const replaced = replacedBy(state, namespace, request.supersedes);
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

function replacedBy(
  state: State,
  namespace: string,
  id: string | undefined,
): HeldEntry | undefined {
  if (id === undefined) return undefined;
  const found = findHeld(state, namespace, id);
  if (found !== undefined) return found;
  throw new HoldallError("E_NOT_FOUND", `Cannot supersede "${id}": there is no such entry`);
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
export function gateDetails(gate: GateConfig, verdict: Verdict | null): JsonObject {
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
  return isSettled || isAgreed ? null : rejection(refused, namespace, verdict.reason);
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
  return place(view, asked, rules, { after: newEntry(state, entry), type, replaced });
}

function update(
  view: StateView,
  asked: Asked,
  held: HeldEntry,
  rules: CommitRules,
): Decision<CommitResult> {
  const { request, replaced } = asked;
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
  return place(view, asked, rules, { after, type: "state_updated", replaced });
}

interface Placing {
  readonly after: After;
  readonly type: "state_committed" | "state_updated" | "state_superseded";
  readonly replaced: HeldEntry | undefined;
}

/** Makes room and puts an entry in, or rejects it and leaves everything as it was. */
function place(
  { state }: StateView,
  asked: Asked,
  rules: CommitRules,
  { after, type, replaced }: Placing,
): Decision<CommitResult> {
  const { held, request, namespace, verdict } = asked;
  const given = [held, replaced].filter((entry) => entry !== undefined);
  const freed = given.reduce((sum, { image }) => sum + image.tokens, 0);
  const { tokens, score } = after.image;
  const room = planRoom(
    state,
    { tokens, score, freed, spared: new Set(given) },
    rules.protect_slots,
  );
  const shortened = room.fits ? after : shorten(after, request.content, room.most, rules);
  if (shortened === null) {
    return rejection({ request, verdict, gate: rules.gate, tokens }, namespace, "budget_saturated");
  }
  const evicted = room.fits ? room.evict : room.weaker;
  const { id } = after.image;
  const because = { reason: request.reason, details: gateDetails(rules.gate, verdict) };
  const changes: Change[] = evicted.map((entry) => evictChange(state, entry, id));
  if (replaced !== undefined) changes.push(supersededChange(state, replaced, id));
  changes.push(entryChange(state, type, shortened, because));
  return { changes, result: placedResult(type, shortened, evicted, verdict) };
}

function shorten(
  after: After,
  content: string,
  target: number,
  { compress: isAllowed, count }: CommitRules,
): After | null {
  const shorter = isAllowed && target > 0 ? compress(content, target, count) : null;
  return shorter === null ? null : compressed(after, toText(shorter), count(shorter));
}

function evictChange(state: State, entry: HeldEntry, by: string): Change {
  const because = { reason: `evicted for ${by}`, details: { reason_code: "budget_saturated" } };
  return entryChange(state, "state_evicted", archived(entry, "deprecated"), because);
}

/** The loser of a supersede: archived, and it names the winner. */
export function supersededChange(state: State, entry: HeldEntry, by: string): Change {
  const because = { reason: `superseded by ${by}`, details: { superseded_by: by } };
  return entryChange(state, "state_superseded", archived(entry, "superseded"), because);
}

const decisions = {
  state_committed: "admitted",
  state_updated: "updated",
  state_superseded: "superseded",
} as const;

function placedResult(
  type: Placing["type"],
  { namespace, image }: After,
  evicted: readonly HeldEntry[],
  verdict: Verdict,
): CommitResult {
  return {
    decision: decisions[type],
    reason_code: "qualified",
    id: image.id,
    namespace,
    slot: image.slot,
    version: image.version ?? 1,
    tokens: image.tokens,
    resolution: image.resolution ?? "full",
    evicted: evicted.map(({ id }) => id),
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
