import type { FileEntry, FileTree } from "../../base/file-set.ts";
import type { Profile } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import type { Json } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { codecOf, toCommonState } from "../../bundles/convert/common-state.ts";
import type { ValidReading } from "../../bundles/read-bundle.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { canonicalText, historyLine } from "../../ledger/event-hash.ts";
import { DEFAULT_BUDGET, type StateEntry, tokensOf } from "../../model/state.ts";
import { stateHash } from "../../model/state-hash.ts";
import type { CollectedHistory } from "../kit/collect-history.ts";
import { isStateEvent, type StateHistory } from "../kit/history.ts";
import { sayBundle } from "../kit/say-bundle.ts";
import { sayEntries } from "../kit/say-entries.ts";
import { hashOfState } from "../state.ts";
import { type DreamDecision, type DreamOptions, dream } from "./dream.ts";
import { type DreamtEvents, dreamEvents } from "./dream-events.ts";
import { dreamParts, fadedStrength, trailEvent } from "./dream-parts.ts";
import { DREAM_FILE, type DreamRecord } from "./record.ts";

/** What a dream is told beside its bundle. */
export type DreamRequest = Omit<DreamOptions, "namespace" | "questions"> & {
  countTokens(text: string): number;
};

/** A dreamt bundle, ready to be written, and what it is made of. */
export interface DreamtBundle {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly record: DreamRecord;
  /** Held to what its source could be held to. */
  readonly profile: Profile;
  readonly carries: false;
}

const encoder = new TextEncoder();

/** A bundle that is dreamt over: as it was read, with its history when it has one. */
export interface DreamInput {
  readonly reading: ValidReading;
  readonly parts: StateParts;
  readonly history: StateHistory | null;
}

/**
 * Dreams over a bundle: a new bundle of the same format, and a record of every decision. With a history
 * the decisions are events that go on from it, so that they can be adopted where it comes from.
 */
export async function dreamBundle(
  { reading, parts, history }: DreamInput,
  request: DreamRequest,
): Promise<DreamtBundle> {
  const dreamt =
    history === null
      ? dreamOfFiles(reading, parts, request)
      : dreamOfHistory(reading, parts, history, request);
  const tree = new Map(dreamt.tree);
  await bringAlong(reading, tree);
  const record = recordOf(reading, dreamt, request);
  // What a schema describes holds nothing but JSON.
  tree.set(DREAM_FILE, encoder.encode(`${writeJson(record as unknown as Json)}\n`));
  return { model: dreamt.model, tree, record, profile: "lenient", carries: false };
}

/** A dream before it is recorded. */
interface Dreamt {
  readonly decisions: readonly DreamDecision[];
  readonly model: unknown;
  readonly tree: ReadonlyMap<string, Uint8Array | FileEntry>;
  readonly before: Side;
  readonly after: Side;
  /** Hash of the event that it goes on from. */
  readonly head: string | null;
}

/** A state before or after a dream. */
interface Side {
  readonly entries: readonly StateEntry[];
  readonly state_hash: string;
}

function dreamOfFiles({ format }: ValidReading, parts: StateParts, request: DreamRequest): Dreamt {
  const { codec } = codecOf(format);
  const { countTokens, now } = request;
  const options = { budget: null, defaultBudget: DEFAULT_BUDGET, countTokens };
  const { head, entries } = toCommonState(codec, parts, options);
  const namespace = head.default_namespace;
  const decisions = dream(entries, { ...request, namespace, questions: new Map() });
  const result = dreamParts({ codec, parts, head, entries, countTokens }, decisions, now);
  const model = codec.buildModel(result.parts);
  const tree = new Map(format.write(model));
  for (const [name, text] of result.texts) tree.set(`history/blobs/${name}`, encoder.encode(text));
  return {
    decisions,
    model,
    tree,
    before: { entries, state_hash: stateHash(head, entries) },
    after: { entries: result.entries, state_hash: stateHash(result.head, result.entries) },
    head: null,
  };
}

function dreamOfHistory(
  { format }: ValidReading,
  parts: StateParts,
  history: StateHistory,
  request: DreamRequest,
): Dreamt {
  const { countTokens, now } = request;
  const entries = sayEntries(history);
  const { namespace } = history.state.bounds;
  const decisions = dream(entries, { ...request, namespace, questions: new Map() });
  const told = decisions.map((decision, at) => {
    const entry = entries[at];
    const fades = decision.action === "decay" && entry !== undefined;
    return { ...decision, strength: fades ? fadedStrength(entry, now) : null };
  });
  const fresh = dreamEvents(history, told, now);
  const after = goOn(history, fresh);
  const { agent_id, collection = "" } = codecOf(format).codec.readHead(parts, DEFAULT_BUDGET);
  const unsaid = decisions.flatMap((decision, at) =>
    isSaidByEvent(decision) ? [] : [trailEvent(decision, entries[at], now)],
  );
  const facts = { created: now.toISOString(), agent_id, collection, more: unsaid };
  const { model, tree } = sayBundle(after, format, facts, countTokens);
  return {
    decisions,
    model,
    tree,
    before: { entries, state_hash: hashOfState(history.state) },
    after: { entries: sayEntries(after), state_hash: hashOfState(after.state) },
    head: history.head,
  };
}

function isSaidByEvent({ action }: DreamDecision): boolean {
  return action === "superseded" || action === "archive" || action === "decay";
}

/** A history with the events of a dream behind it. */
function goOn(history: StateHistory, fresh: DreamtEvents): CollectedHistory {
  const events = [...history.events, ...fresh.events];
  const words = new Map(
    fresh.texts.map(({ ref, content }) => [ref.sha256, Buffer.from(content).toString()]),
  );
  return {
    events,
    lines: events.map((event) =>
      historyLine({
        ...event,
        pos: 0,
        actor: event.actor && canonicalText(event.actor),
        body: canonicalText(event.body),
      }),
    ),
    state: fresh.state,
    head: fresh.events.findLast(isStateEvent)?.hash ?? history.head,
    words: (name) => words.get(name) ?? history.words(name),
    texts: new Map(fresh.texts.map(({ ref, content }) => [ref.sha256, content])),
    redacted: history.redacted,
  };
}

function recordOf(
  { format }: ValidReading,
  { before, after, decisions, head }: Dreamt,
  { now, similarity, threshold, protect, weights }: DreamRequest,
): DreamRecord {
  return {
    version: 1,
    at: now.toISOString(),
    input: {
      format: format.name,
      state_hash: before.state_hash,
      entries: before.entries.length,
      token_count: tokensOf(before.entries),
      head,
    },
    output: { state_hash: after.state_hash, token_count: tokensOf(after.entries) },
    options: { similarity, threshold, protect: [...protect], weights: { ...weights } },
    decisions: decisions.map((decision, at) => ({
      ...decision,
      signals: { ...decision.signals },
      over: [...decision.over],
      text: textOf(before.entries[at], after.entries[at]),
    })),
  };
}

function textOf(before: StateEntry | undefined, after: StateEntry | undefined): string | null {
  if (before === undefined || before.content === after?.content) return null;
  return sha256(before.content);
}

/** Files beside the format's own travel along, except those that speak of the old bytes. */
async function bringAlong(
  { files, format }: ValidReading,
  tree: Map<string, Uint8Array | FileEntry>,
): Promise<void> {
  const own = new Set([...format.files, SUMS_FILE, SUMS_SIGNATURE, DREAM_FILE]);
  for await (const entry of files.entries()) {
    if (entry.kind === "file" && !own.has(entry.path) && !tree.has(entry.path)) {
      tree.set(entry.path, entry);
    }
  }
}
