/**
 * Imports entries one by one into a state with its own history. An entry that exists with other
 * content is a conflict, decided by a policy: reject (with a note in the trail), supersede, or
 * merge both texts.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { entryKey } from "../../model/state.ts";
import { type Change, type Decision, entryChange, noteChange } from "../change.ts";
import type { StateView } from "../change-state.ts";
import { updatedEntry } from "../entry.ts";
import { type LiveEntry, type State, versionOf } from "../state.ts";
import { type ImportedPast, pastChanges, pastDetails } from "./imported-past.ts";
import type { IncomingEntry, IncomingState } from "./incoming-state.ts";

/** How to import an entry that exists here with another content. */
export const conflictPolicies = ["reject", "supersede", "merge"] as const;
/** How to import an entry that exists here with another content. */
export type ConflictPolicy = (typeof conflictPolicies)[number];

/** The source of imported entries. */
export interface Origin {
  /** Hash of the last event of their history; null when they have none. */
  readonly head: string | null;
  readonly state_hash: string;
  readonly format: string;
}

/** How entries are imported. */
export interface ImportRules {
  readonly policy: ConflictPolicy;
  readonly origin: Origin;
  /** The past of the bundle, unless it was imported before. */
  readonly past?: ImportedPast | undefined;
  countTokens(text: string): number;
}

/** The keys of the entries, by what an import does to them. */
export const importPlanSchema = () =>
  z.object({
    insert: z.array(z.string()).readonly(),
    update: z.array(z.string()).readonly(),
    conflict: z.array(z.string()).readonly(),
    unchanged: z.array(z.string()).readonly(),
  });

/** The keys of the entries, by what an import does to them. */
export type ImportPlan = z.infer<ReturnType<typeof importPlanSchema>>;

/** Plans the import of a bundle's entries into a state that has its own history. */
export async function planImport(
  view: StateView,
  incoming: IncomingState,
  rules: ImportRules,
): Promise<Decision<ImportPlan>> {
  const { state } = view;
  if (!view.isNew) requireSlots(state, incoming);
  const plan = { insert: [], update: [], conflict: [], unchanged: [] } as Record<
    keyof ImportPlan,
    string[]
  >;
  const changes: Change[] = [];
  for (const [key, entry] of incoming.entries) {
    const current = state.entries.get(key);
    const { outcome, change } = await planEntryImport(view, current, entry, rules);
    plan[outcome].push(key);
    if (change !== null) changes.push(change);
  }
  const past = rules.past === undefined ? [] : pastChanges(rules.past, rules.origin.format);
  if (changes.length + past.length === 0 && !view.isNew) return { changes, result: plan };
  return { changes: [importNote(rules, plan), ...past, ...changes], result: plan };
}

/** Refuses entries whose slot the state does not have. */
function requireSlots({ bounds }: State, { entries }: IncomingState): void {
  const known = new Set(bounds.slots.map(({ name }) => name));
  const used = Array.from(entries.values(), ({ entry }) => entry.image.slot);
  const missing = [...new Set(used.filter((slot) => !known.has(slot)))];
  if (missing.length === 0) return;
  throw new HoldallError(
    "E_INCOMPATIBLE",
    `Cannot import the entries: the state has no slot ${missing.map((slot) => `"${slot}"`).join(", ")}`,
    { cure: "import into another state with --session or --task" },
  );
}

function importNote({ origin, past }: ImportRules, plan: ImportPlan): Change {
  const counts: JsonObject = {
    inserted: plan.insert.length,
    updated: plan.update.length,
    conflicts: plan.conflict.length,
    unchanged: plan.unchanged.length,
  };
  const { head, state_hash: source_hash, format } = origin;
  return noteChange("state_imported", {
    details: {
      history: head,
      source_hash,
      format,
      counts,
      ...(past === undefined ? {} : pastDetails(past)),
    },
  });
}

interface EntryImport {
  readonly outcome: keyof ImportPlan;
  readonly change: Change | null;
}

async function planEntryImport(
  view: StateView,
  current: LiveEntry | undefined,
  incoming: IncomingEntry,
  rules: ImportRules,
): Promise<EntryImport> {
  const { state } = view;
  const { entry, texts } = incoming;
  const { namespace, image, fullText } = entry;
  const why = { reason: "imported", details: { imported_from: rules.origin.head } };
  if (current === undefined) {
    // An entry that was deleted here continues its version numbers, so that no version means two texts.
    const last = state.deletedVersions.get(entryKey(namespace, entry.id)) ?? 0;
    const version = Math.max(versionOf(entry), last + 1);
    const numbered = version === versionOf(entry) ? image : { ...image, version };
    const next = { namespace, image: numbered, fullText, texts };
    return { outcome: "insert", change: entryChange(state, "state_adopted", next, why) };
  }
  if (current.hash === entry.hash) return { outcome: "unchanged", change: null };
  // A redacted text is unknown: it must not replace one that is here.
  if (rules.policy === "reject" || incoming.text === null) {
    return { outcome: "conflict", change: conflictNote(current, incoming) };
  }
  if (rules.policy === "merge") {
    const merged = await mergeChange(view, current, incoming, rules);
    return merged ?? { outcome: "conflict", change: conflictNote(current, incoming) };
  }
  const version = Math.max(versionOf(current), versionOf(entry)) + 1;
  const next = { namespace, image: { ...image, version }, fullText, texts };
  const type = image.state === "archived" ? "state_archived" : "state_updated";
  const change = entryChange(state, type, next, { ...why, reason: "superseded by an import" });
  return { outcome: "update", change };
}

function conflictNote(current: LiveEntry, { entry }: IncomingEntry): Change {
  const { namespace, id } = current;
  const versions = { expected_version: versionOf(entry), actual_version: versionOf(current) };
  const details: JsonObject = { namespace, id, ...versions, reason_code: "import_conflict" };
  return noteChange("state_rejected", { reason: "says something else than the import", details });
}

/** Both texts in one entry; only the longer one when it contains the other. Null when a text is missing. */
async function mergeChange(
  { state, readTexts }: StateView,
  current: LiveEntry,
  { entry, text: theirs }: IncomingEntry,
  { countTokens, origin }: ImportRules,
): Promise<EntryImport | null> {
  const own = (await readTexts([current])).get(current) ?? null;
  const areInForce = current.image.state !== "archived" && entry.image.state !== "archived";
  if (own === null || theirs === null || !areInForce) return null;
  if (own === theirs) return { outcome: "unchanged", change: null };
  const content = joinTexts(own, theirs);
  const score = Math.max(current.image.score, entry.image.score);
  const next = updatedEntry(current, { content, tokens: countTokens(content), score });
  const why = { reason: "merged with an import", details: { imported_from: origin.head } };
  return { outcome: "update", change: entryChange(state, "state_merged", next, why) };
}

function joinTexts(own: string, theirs: string): string {
  if (own.includes(theirs)) return own;
  return theirs.includes(own) ? theirs : `${own}\n\n${theirs}`;
}
