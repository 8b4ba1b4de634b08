import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { entryKey } from "../../model/state.ts";
import { type Change, type Decision, entryChange, noteChange } from "../change.ts";
import { rewritten } from "../entry.ts";
import type { StateView } from "../record.ts";
import { type HeldEntry, type State, versionOf } from "../state.ts";
import type { IncomingEntry, IncomingState } from "./incoming-state.ts";

/** What happens to an entry that is here already and says something else. */
export const conflictPolicies = ["reject", "supersede", "merge"] as const;
/** What happens to an entry that is here already and says something else. */
export type ConflictPolicy = (typeof conflictPolicies)[number];

/** Where imported entries come from. */
export interface Origin {
  /** Hash of the last event of their history; null when they have none. */
  readonly head: string | null;
  readonly state_hash: string;
  readonly format: string;
}

/** How entries are taken over. */
export interface ImportRules {
  readonly policy: ConflictPolicy;
  readonly origin: Origin;
  countTokens(text: string): number;
}

/** What an import does to each entry, by key. */
export interface ImportPlan {
  readonly insert: readonly string[];
  readonly update: readonly string[];
  readonly conflict: readonly string[];
  readonly unchanged: readonly string[];
}

/** Decides how the entries of a bundle join a state that has a past of its own. */
export async function planImport(
  view: StateView,
  incoming: IncomingState,
  rules: ImportRules,
): Promise<Decision<ImportPlan>> {
  const { state } = view;
  if (!view.isNew) refuseSlots(state, incoming);
  const plan = { insert: [], update: [], conflict: [], unchanged: [] } as Record<
    keyof ImportPlan,
    string[]
  >;
  const changes: Change[] = [];
  for (const [key, entry] of incoming.entries) {
    const mine = state.entries.get(key);
    const { fate, change } = await fateOf(view, mine, entry, rules);
    plan[fate].push(key);
    if (change !== null) changes.push(change);
  }
  if (changes.length === 0 && !view.isNew) return { changes, result: plan };
  return { changes: [importNote(rules, plan), ...changes], result: plan };
}

/** A state must have every slot that imported entries are filed under. */
function refuseSlots({ bounds }: State, { entries }: IncomingState): void {
  const known = new Set(bounds.slots.map(({ name }) => name));
  const used = Array.from(entries.values(), ({ held }) => held.image.slot);
  const missing = [...new Set(used.filter((slot) => !known.has(slot)))];
  if (missing.length === 0) return;
  throw new HoldallError(
    "E_INCOMPATIBLE",
    `Cannot import: the state has no slot ${missing.map((slot) => `"${slot}"`).join(", ")}`,
    { cure: "import into a state of its own with --session or --task" },
  );
}

function importNote({ origin }: ImportRules, plan: ImportPlan): Change {
  const counts: JsonObject = {
    inserted: plan.insert.length,
    updated: plan.update.length,
    conflicts: plan.conflict.length,
    unchanged: plan.unchanged.length,
  };
  const { head, state_hash: source_hash, format } = origin;
  return noteChange("state_imported", { details: { history: head, source_hash, format, counts } });
}

interface Fate {
  readonly fate: keyof ImportPlan;
  readonly change: Change | null;
}

async function fateOf(
  view: StateView,
  mine: HeldEntry | undefined,
  theirs: IncomingEntry,
  rules: ImportRules,
): Promise<Fate> {
  const { state } = view;
  const { held, texts } = theirs;
  const { namespace, image, whole } = held;
  const because = { reason: "imported", details: { imported_from: rules.origin.head } };
  if (mine === undefined) {
    const before = state.gone.get(entryKey(namespace, held.id)) ?? 0;
    const version = Math.max(versionOf(held), before + 1);
    const numbered = version === versionOf(held) ? image : { ...image, version };
    const after = { namespace, image: numbered, whole, texts };
    return { fate: "insert", change: entryChange(state, "state_adopted", after, because) };
  }
  if (mine.hash === held.hash) return { fate: "unchanged", change: null };
  if (rules.policy === "reject") return { fate: "conflict", change: rejection(mine, theirs) };
  if (rules.policy === "merge") {
    const merged = await mergeChange(view, mine, theirs, rules);
    return merged ?? { fate: "conflict", change: rejection(mine, theirs) };
  }
  const version = Math.max(versionOf(mine), versionOf(held)) + 1;
  const after = { namespace, image: { ...image, version }, whole, texts };
  const reason = { ...because, reason: "superseded by an import" };
  const type = image.state === "archived" ? "state_archived" : "state_updated";
  return { fate: "update", change: entryChange(state, type, after, reason) };
}

function rejection(mine: HeldEntry, { held }: IncomingEntry): Change {
  const { namespace, id } = mine;
  const versions = { expected_version: versionOf(held), actual_version: versionOf(mine) };
  const details: JsonObject = { namespace, id, ...versions, reason_code: "import_conflict" };
  return noteChange("state_rejected", { reason: "says something else than the import", details });
}

/** Both texts in one entry; the longer alone when it holds the other. */
async function mergeChange(
  { state, contents }: StateView,
  mine: HeldEntry,
  { held, words: theirs }: IncomingEntry,
  { countTokens, origin }: ImportRules,
): Promise<Fate | null> {
  const own = (await contents([mine])).get(mine) ?? null;
  const isInForce = mine.image.state !== "archived" && held.image.state !== "archived";
  if (own === null || theirs === null || !isInForce) return null;
  if (own === theirs) return { fate: "unchanged", change: null };
  const content = joined(own, theirs);
  const score = Math.max(mine.image.score, held.image.score);
  const after = rewritten(mine, { content, tokens: countTokens(content), score });
  const reason = { reason: "merged with an import", details: { imported_from: origin.head } };
  return { fate: "update", change: entryChange(state, "state_merged", after, reason) };
}

function joined(own: string, theirs: string): string {
  if (own.includes(theirs)) return own;
  return theirs.includes(own) ? theirs : `${own}\n\n${theirs}`;
}
