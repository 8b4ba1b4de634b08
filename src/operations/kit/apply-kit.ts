import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { type Address, stateIdOf, stateStream } from "../../state/address.ts";
import { changeState } from "../../state/change-state.ts";
import { entryTextReader } from "../../state/entry-texts.ts";
import { planEdits } from "../../state/kit/accept-edits.ts";
import {
  type ConflictPolicy,
  type ImportPlan,
  type ImportRules,
  planImport,
} from "../../state/kit/import-entries.ts";
import { importHistory, storeForeignHistory, wasImported } from "../../state/kit/import-history.ts";
import { type Relation, relationTo } from "../../state/kit/relation.ts";
import { currentAddress, loadState } from "../../state/load.ts";
import { emptyState, hashOfState } from "../../state/state.ts";
import { recordImportedUse } from "../../state/use/entry-use.ts";
import { actorOf } from "../operation/actor.ts";
import type { OperationContext } from "../operation/operation.ts";
import type { namedAddress } from "../state/input.ts";
import { stateSettings } from "../state/settings.ts";
import { bundleNumbers } from "./input.ts";
import type { KitReading } from "./read-kit.ts";

/** What an import did, or would do. */
export interface KitImport {
  readonly relation: Relation | "unrelated";
  readonly plan: ImportPlan;
  readonly address: Address;
  /** Id of the state that the workspace works with. */
  readonly current: string;
  /** The state here, as it is now. */
  readonly state_hash: string | null;
  readonly head_seq: number | null;
}

type Input = Parameters<typeof namedAddress>[0] & {
  readonly "on-conflict": ConflictPolicy;
  readonly actor: string;
  readonly origin: string;
};

/** Where a bundle goes: as named, else where it comes from. */
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

/** What an import would do. Changes nothing. */
export async function previewKit(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  input: Input,
): Promise<KitImport> {
  const address = addressFor(context, ledger, kit, input);
  const relation = await relationOf(ledger, kit, address);
  const joins = relation === "diverged" || relation === "unrelated";
  return ledger.read(async (tx) => {
    const loaded = await loadState(tx, address);
    const state = loaded?.state ?? emptyState(address, kit.incoming.bounds);
    const view = { state, isNew: loaded === null, tx, readTexts: entryTextReader(tx) };
    const more = { now: ledger.now(), newId: () => "" };
    const { result } = await planImport({ ...view, ...more }, kit.incoming, rulesOf(kit, input));
    return {
      relation,
      address,
      plan: joins ? result : copyPlan(kit, relation),
      current: stateIdOf(await currentAddress(tx)),
      state_hash: loaded === null ? null : hashOfState(loaded.state),
      head_seq: loaded === null ? null : loaded.state.head_seq,
    };
  });
}

/** What copying events does to entries, seen as a whole. */
function copyPlan({ incoming }: KitReading, relation: Relation | "unrelated"): ImportPlan {
  const keys = [...incoming.entries.keys()];
  const none: readonly string[] = [];
  if (relation === "empty") return { insert: keys, update: none, conflict: none, unchanged: none };
  if (relation === "behind") return { insert: none, update: keys, conflict: none, unchanged: none };
  return { insert: none, update: none, conflict: none, unchanged: keys };
}

/** Takes a bundle into the workspace. */
export async function applyKit(
  context: OperationContext,
  ledger: Ledger,
  kit: KitReading,
  input: Input,
): Promise<KitImport> {
  const address = addressFor(context, ledger, kit, input);
  const before = await relationOf(ledger, kit, address);
  const joins = await importEvents(context, ledger, kit, before);
  const isGood = kit.findings.errorCount() === 0;
  const plan =
    isGood && joins ? await importEntries(ledger, kit, address, input) : copyPlan(kit, before);
  const conflict = isGood ? await acceptEdits(ledger, kit, address, input) : [];
  return ledger.read(async (tx) => {
    const loaded = await loadState(tx, address);
    return {
      relation: before,
      address,
      plan: { ...plan, conflict: [...plan.conflict, ...conflict] },
      current: stateIdOf(await currentAddress(tx)),
      state_hash: loaded === null ? null : hashOfState(loaded.state),
      head_seq: loaded?.state.head_seq ?? null,
    };
  });
}

/** Brings the events of a bundle along; tells whether its entries have to join a past that is not theirs. */
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

/** Lets the entries of a bundle join a state that has a past of its own. */
async function importEntries(
  ledger: Ledger,
  kit: KitReading,
  address: Address,
  input: Input,
): Promise<ImportPlan> {
  const rules = rulesOf(kit, input);
  const { head } = rules.origin;
  if (head !== null && (await wasImported(ledger, stateStream(stateIdOf(address)), head))) {
    return copyPlan(kit, "same");
  }
  const choice = { address, bounds: kit.incoming.bounds, actor: actorOf(input) };
  const { result } = await changeState(ledger, choice, (view) =>
    planImport(view, kit.incoming, rules),
  );
  const { actor } = choice;
  await importUse(ledger, kit, result.insert, { id: stateIdOf(address), actor });
  return result;
}

/** How entries were used before they came here. */
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

/** Logs what was edited by hand; returns the entries that went on since and are left as they are. */
async function acceptEdits(
  ledger: Ledger,
  kit: KitReading,
  address: Address,
  input: Input,
): Promise<readonly string[]> {
  const history = kit.history?.history;
  const { entries, bounds } = kit.edits;
  if (!history || entries.length + Object.keys(bounds).length === 0) return [];
  const actor = { id: "operator", origin: input.origin };
  const choice = { address, bounds: kit.incoming.bounds, actor };
  const { result } = await changeState(ledger, choice, (view) =>
    planEdits(view.state, history.state, kit.edits, kit.countTokens),
  );
  return result.conflict;
}
