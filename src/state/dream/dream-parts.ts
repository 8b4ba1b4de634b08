import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { copyKey, type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { type StateCodec, type StateParts, trailLineFrom } from "../../formats/state-codec.ts";
import type { StateEntry, StateHead, TrailAction, TrailEvent } from "../../model/state.ts";
import { retrievalStrength } from "../use/retrieval-strength.ts";
import type { DreamDecision } from "./dream.ts";
import { rounded } from "./dream-signals.ts";

/** The parts of a state bundle, with its entries in the common vocabulary. */
export interface DreamSource {
  readonly codec: StateCodec<unknown>;
  readonly parts: StateParts;
  readonly head: StateHead;
  readonly entries: readonly StateEntry[];
  countTokens(text: string): number;
}

/** The bundle that a dream proposes. */
export interface DreamParts {
  readonly parts: StateParts;
  readonly head: StateHead;
  readonly entries: readonly StateEntry[];
  /** Texts that the bundle's own files no longer contain, by SHA-256. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Applies the decisions of a dream to a copy; records without a change keep their bytes. */
export function dreamParts(
  source: DreamSource,
  decisions: readonly DreamDecision[],
  now: Date,
): DreamParts {
  const { codec, parts } = source;
  const texts = new Map<string, string>();
  const entries = source.entries.map((entry, at) =>
    applyDecision(entry, decisions[at]?.action, { now, codec, texts }),
  );
  const head: StateHead = { ...source.head, created: now.toISOString() };
  const before = contextOf(source, source.head, source.entries);
  const after = contextOf(source, head, entries);
  const records = entries.map((entry, at) => {
    const old = source.entries[at];
    const record = parts.records[at] ?? {};
    if (entry === old || !old) return record;
    return patched(
      record,
      codec.fromEntry(old, before) ?? {},
      codec.fromEntry(entry, after) ?? record,
    );
  });
  const lines = decisions.map((decision, at) => {
    const event = trailEvent(decision, entries[at], now);
    // A format without this kind of line gets one that says that the entry is in force.
    return codec.fromEvent(event, after) ?? codec.fromEvent({ ...event, action: "admit" }, after);
  });
  return {
    head,
    entries,
    texts,
    parts: {
      ...parts,
      documents: patchedDocuments(source, head, entries),
      records,
      lines: [...parts.lines, ...lines.filter((line) => line !== null).map(trailLineFrom)],
    },
  };
}

function contextOf(source: DreamSource, head: StateHead, entries: readonly StateEntry[]) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return { head, entries: byId, countTokens: source.countTokens };
}

interface DecisionContext {
  readonly now: Date;
  readonly codec: StateCodec<unknown>;
  readonly texts: Map<string, string>;
}

function applyDecision(
  entry: StateEntry,
  action: DreamDecision["action"] | undefined,
  { now, codec, texts }: DecisionContext,
): StateEntry {
  if (action === "decay") return { ...entry, retrieval_strength: fadedStrength(entry, now) };
  if (action !== "superseded" && action !== "archive") return entry;
  // The ocf-kit format has no references, and no budget that a reference would relieve.
  if (!codec.hasBudget) return { ...entry, state: "archived" };
  return asPointer(entry, texts);
}

/** The strength of an entry that decays. */
export function fadedStrength(entry: StateEntry, now: Date): number {
  const since = entry.last_access ?? entry.committed_at;
  const useful = typeof entry.useful_count === "number" ? entry.useful_count : 0;
  const use = { since, accesses: entry.access_count ?? 0, useful };
  return rounded(retrievalStrength(use, now));
}

/** An archived entry: its text moves to `history/blobs` and costs no tokens. */
function asPointer(entry: StateEntry, texts: Map<string, string>): StateEntry {
  const name = sha256(entry.content);
  texts.set(name, entry.content);
  // A compressed entry already refers to its full text.
  const isShort = entry.resolution === "compressed" && entry.unit_ref !== undefined;
  return {
    ...entry,
    content: "",
    tokens: 0,
    resolution: "pointer",
    state: "archived",
    unit_ref: isShort ? entry.unit_ref : `sha256:${name}`,
    version: (entry.version ?? 1) + 1,
  };
}

const actions: Readonly<Record<DreamDecision["action"], TrailAction>> = {
  keep: "admit",
  supersede: "supersede",
  superseded: "superseded",
  decay: "decay",
  archive: "archive",
  leave: "archive",
};

/** The trail line of a decision. */
export function trailEvent(
  { id, action, reason, score, over }: DreamDecision,
  entry: StateEntry | undefined,
  now: Date,
): TrailEvent {
  return {
    ts: now.toISOString(),
    action: actions[action],
    entry_id: id,
    ...(entry?.namespace === undefined ? {} : { namespace: entry.namespace }),
    ...(over[0] === undefined ? {} : { supersedes: over[0] }),
    score,
    reason,
  };
}

/** Documents with only those keys changed that depend on the entries or the time. */
function patchedDocuments(
  { codec, parts, head: oldHead, entries: oldEntries }: DreamSource,
  head: StateHead,
  entries: readonly StateEntry[],
): StateParts["documents"] {
  const old = codec.buildDocuments(oldHead, oldEntries);
  const fresh = codec.buildDocuments(head, entries);
  const documents: Record<string, Record<string, Json>> = {};
  for (const [file, document] of Object.entries(parts.documents)) {
    documents[file] = patched(document, old[file] ?? {}, fresh[file] ?? {});
  }
  return documents;
}

/** A record with the difference of two of its images applied; everything else keeps its spelling. */
function patched(record: JsonObject, before: JsonObject, after: JsonObject): Record<string, Json> {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const result = omitKeys(record, new Set(removed));
  for (const key of Object.keys(after)) {
    const same = canonicalJson(after[key] ?? null) === canonicalJson(before[key] ?? null);
    if (!same) copyKey(after, result, key);
  }
  return result;
}
