/**
 * Imports a kit or previews the import. What happens depends on how the bundle's history relates to
 * ours: if ours is empty or older, its events are appended; if it is the same or ours is newer,
 * nothing is; if they diverged or are unrelated, its history is kept apart and its entries are
 * imported one by one. Hand edits come last, on top of the result.
 */

import type { Ledger } from "../../../ledger/ledger.ts";
import type { Actor } from "../../../model/event.ts";
import { actorOf } from "../../../runtime/actor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Transaction } from "../../../stores/store.ts";
import { type Address, stateIdOf, stateStream } from "../../address.ts";
import { toEvents } from "../../change.ts";
import { changeState } from "../../change-state.ts";
import { entryTextReader } from "../../entry-texts.ts";
import type { namedAddress } from "../../find-address.ts";
import { type EditResult, planEdits } from "../../kit/accept-edits.ts";
import {
  type ConflictPolicy,
  type ImportPlan,
  type ImportRules,
  planImport,
} from "../../kit/import-entries.ts";
import {
  importHistory,
  storeForeignHistory,
  wasImported,
  wasPastImported,
} from "../../kit/import-history.ts";
import { type Relation, relationTo } from "../../kit/relation.ts";
import { currentAddress, type LoadedState, loadState } from "../../load.ts";
import { emptyState, hashOfState, type State, versionOf } from "../../state.ts";
import { recordImportedUse } from "../../use/entry-use.ts";
import { stateSettings } from "../settings/settings.ts";
import { bundleNumbers } from "./bundle-numbers.ts";
import type { KitReading } from "./read-kit.ts";

/** The result of an import or of its preview. */
export interface KitImport {
  readonly relation: Relation | "unrelated";
  readonly plan: ImportPlan;
  readonly address: Address;
  /** Id of the workspace's current state. */
  readonly current: string;
  /** Hash of the workspace's own state after it. */
  readonly state_hash: string | null;
  readonly head_seq: number | null;
}

const NO_EDITS: EditResult = { edited: [], conflict: [] };

type Input = Parameters<typeof namedAddress>[0] & {
  readonly "on-conflict": ConflictPolicy;
  readonly "accept-edits": boolean;
  readonly actor: string;
  readonly origin: string;
};

/** The target of an import: the given address, else that of the bundle. */
function addressFor(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  input: Input,
): Address {
  return stateSettings(context, ledger, input).address ?? kit.incoming.address;
}

async function relationOf(ledger: Ledger, kit: KitReading, address: Address) {
  const history = kit.history?.history ?? null;
  if (history === null || stateIdOf(address) !== history.state.id) return "unrelated" as const;
  return ledger.read((tx) => relationTo(tx, history));
}

function rulesOf(kit: KitReading, input: Input): ImportRules {
  return {
    policy: input["on-conflict"],
    countTokens: kit.countTokens,
    origin: {
      head: kit.history?.history?.head ?? null,
      state_hash: bundleNumbers(kit).state_hash,
      format: kit.format.name,
    },
  };
}

/** Previews an import. Changes nothing. */
export async function previewKit(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  input: Input,
): Promise<KitImport> {
  const address = addressFor(context, ledger, kit, input);
  const relation = await relationOf(ledger, kit, address);
  return ledger.read(async (tx) => {
    const loaded = await loadState(tx, address);
    const { plan, after } = await previewEntries({ ledger, tx, loaded, address }, kit, {
      relation,
      input,
    });
    return {
      relation,
      address,
      plan: input["accept-edits"] ? withPlannedEdits(plan, after, kit) : plan,
      current: stateIdOf(await currentAddress(tx)),
      state_hash: loaded === null ? null : hashOfState(loaded.state),
      head_seq: loaded === null ? null : loaded.state.head_seq,
    };
  });
}

interface Target {
  readonly ledger: Ledger;
  readonly tx: Transaction;
  readonly loaded: LoadedState | null;
  readonly address: Address;
}

/** What an import does to entries, and the state after it, before hand edits are applied. */
async function previewEntries(
  { ledger, tx, loaded, address }: Target,
  kit: KitReading,
  { relation, input }: { readonly relation: KitImport["relation"]; readonly input: Input },
): Promise<{ readonly plan: ImportPlan; readonly after: State }> {
  const state = loaded?.state ?? emptyState(address, kit.incoming.bounds);
  if (relation !== "diverged" && relation !== "unrelated") {
    const imported = relation === "ahead" ? null : kit.history?.history?.state;
    return { plan: copyPlan(kit, relation, state.entries), after: imported ?? state };
  }
  const view = { state, isNew: loaded === null, tx, readTexts: entryTextReader(tx) };
  const more = { now: ledger.now(), newId: () => "" };
  const { changes, result } = await planImport(
    { ...view, ...more },
    kit.incoming,
    rulesOf(kit, input),
  );
  return { plan: result, after: toEvents(state, changes, null).state };
}

/** A plan with the hand edits that would be accepted after it. */
function withPlannedEdits(plan: ImportPlan, after: State, kit: KitReading): ImportPlan {
  const history = kit.history?.history;
  if (!history) return plan;
  return withEdits(plan, planEdits(after, history.state, kit.edits, kit.countTokens).result);
}

function withEdits(plan: ImportPlan, result: EditResult): ImportPlan {
  const isOpen = (key: string) => !result.edited.includes(key) && !result.conflict.includes(key);
  const inserted = plan.insert.filter((key) => !result.conflict.includes(key));
  const updated = result.edited.filter((key) => !inserted.includes(key));
  return {
    insert: inserted,
    update: [...plan.update.filter(isOpen), ...updated],
    conflict: [...plan.conflict, ...result.conflict],
    unchanged: plan.unchanged.filter(isOpen),
  };
}

/** The plan of an import that copies events instead of importing entries. */
function copyPlan(
  { incoming }: KitReading,
  relation: KitImport["relation"],
  current: State["entries"],
): ImportPlan {
  const keys = [...incoming.entries.keys()];
  const isCopied = relation === "empty" || relation === "behind";
  const isNew = (key: string) => isCopied && !current.has(key);
  const isChanged = (key: string) => {
    const ours = current.get(key);
    const theirs = incoming.entries.get(key)?.entry;
    return isCopied && ours && theirs && versionOf(ours) !== versionOf(theirs);
  };
  return {
    insert: keys.filter(isNew),
    update: keys.filter(isChanged),
    conflict: [],
    unchanged: keys.filter((key) => !isNew(key) && !isChanged(key)),
  };
}

/** Imports a bundle into the workspace. */
export async function applyKit(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  input: Input,
): Promise<KitImport> {
  const address = addressFor(context, ledger, kit, input);
  const before = await relationOf(ledger, kit, address);
  const entries = (await ledger.read((tx) => loadState(tx, address)))?.state.entries ?? new Map();
  const needsEntries = await importEvents(context, ledger, kit, before);
  const isValid = kit.findings.errorCount() === 0;
  const plan =
    isValid && needsEntries
      ? await importEntries(ledger, kit, address, input)
      : copyPlan(kit, before, entries);
  const edits = isValid ? await acceptEdits(ledger, kit, address, input) : NO_EDITS;
  return ledger.read(async (tx) => {
    const loaded = await loadState(tx, address);
    return {
      relation: before,
      address,
      plan: withEdits(plan, edits),
      current: stateIdOf(await currentAddress(tx)),
      state_hash: loaded === null ? null : hashOfState(loaded.state),
      head_seq: loaded?.state.head_seq ?? null,
    };
  });
}

/** Imports the events of a bundle; returns whether its entries must be imported one by one instead. */
async function importEvents(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  relation: KitImport["relation"],
): Promise<boolean> {
  const { source, history } = kit.history ?? {};
  if (!source || !history) return true;
  const found = { source, history };
  if (relation === "unrelated") {
    await storeForeignHistory(ledger, found, kit.findings);
    return true;
  }
  const progress = (lines: number) => context.progress(`read ${lines} events`);
  return (await importHistory(ledger, found, kit.findings, progress)).isDiverged;
}

/** Imports the entries of a bundle into a state with its own history. */
async function importEntries(
  ledger: Ledger,
  kit: KitReading,
  address: Address,
  input: Input,
): Promise<ImportPlan> {
  const rules = rulesOf(kit, input);
  const { head } = rules.origin;
  if (head !== null && (await wasImported(ledger, stateStream(stateIdOf(address)), head))) {
    return copyPlan(kit, "same", new Map());
  }
  const choice = { address, bounds: kit.incoming.bounds, actor: actorOf(input) };
  const past = await newPast(ledger, kit, address);
  const { result } = await changeState(ledger, choice, (view) =>
    planImport(view, kit.incoming, { ...rules, past }),
  );
  const { actor } = choice;
  await importUse(ledger, kit, result.insert, { id: stateIdOf(address), actor });
  return result;
}

/** The past of a bundle that has no history of ours, unless the state has it already. */
async function newPast(ledger: Ledger, { incoming: { past } }: KitReading, address: Address) {
  if (past === undefined) return undefined;
  const stream = stateStream(stateIdOf(address));
  return (await wasPastImported(ledger, stream, past)) ? undefined : past;
}

/** Records the use of the imported entries in their source. */
async function importUse(
  ledger: Ledger,
  { incoming }: KitReading,
  inserted: readonly string[],
  { id, actor }: { readonly id: string; readonly actor: Actor },
): Promise<void> {
  const entries = inserted.flatMap((key) => {
    const entry = incoming.entries.get(key);
    if (entry?.use === undefined) return [];
    const { access_count: reads, useful_count: useful, ...rest } = entry.use;
    return [{ namespace: entry.entry.namespace, id: entry.entry.id, reads, useful, ...rest }];
  });
  await ledger.write((unit) => recordImportedUse(unit, { id }, { entries, actor }));
}

/** Records hand edits as events, except of entries that have changed since: those stay as they are. */
async function acceptEdits(
  ledger: Ledger,
  kit: KitReading,
  address: Address,
  input: Input,
): Promise<EditResult> {
  const history = kit.history?.history;
  const { entries, bounds } = kit.edits;
  if (!history || entries.length + Object.keys(bounds).length === 0) return NO_EDITS;
  const actor = { id: "operator", origin: input.origin };
  const choice = { address, bounds: kit.incoming.bounds, actor };
  const { result } = await changeState(ledger, choice, (view) =>
    planEdits(view.state, history.state, kit.edits, kit.countTokens),
  );
  return result;
}
