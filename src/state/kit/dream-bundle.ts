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
import { type DreamDecision, type DreamOptions, dream } from "../dream/dream.ts";
import { dreamParts, fadedStrength } from "../dream/dream-parts.ts";
import { DREAM_FILE, type DreamRecord } from "../dream/dream-record.ts";
import { linesWithoutEvent } from "../dream/dream-trail.ts";
import { hashOfState } from "../state.ts";
import { buildBundle } from "./build-bundle.ts";
import { buildEntries } from "./bundle-entries.ts";
import type { CollectedHistory } from "./collect-history.ts";
import { type DreamEvents, dreamEvents } from "./dream-events.ts";
import { isStateEvent, type StateHistory } from "./history.ts";

/** The options of a dream of a bundle. */
export type DreamRequest = Omit<DreamOptions, "namespace" | "questions"> & {
  countTokens(text: string): number;
};

/** A bundle made by a dream, ready to be written, with its record. */
export interface DreamBundle {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly record: DreamRecord;
  /** Its source may only be valid in this profile, so it is checked in the same. */
  readonly profile: Profile;
  readonly carries: false;
}

const encoder = new TextEncoder();

/** The bundle that a dream works on, with its history when it has one. */
export interface DreamInput {
  readonly reading: ValidReading;
  readonly parts: StateParts;
  readonly history: StateHistory | null;
}

/**
 * Tidies the state of a bundle: gives a new bundle of the same format and a record of every decision. With a
 * history the decisions are events that continue it, so that the workspace it comes from can adopt them.
 */
export async function dreamBundle(
  { reading, parts, history }: DreamInput,
  request: DreamRequest,
): Promise<DreamBundle> {
  const result =
    history === null
      ? dreamFiles(reading, parts, request)
      : dreamHistory(reading, parts, history, request);
  const tree = new Map(result.tree);
  await copyOtherFiles(reading, tree);
  const record = recordOf(reading, result, request);
  // A record that fits its schema consists of JSON values.
  tree.set(DREAM_FILE, encoder.encode(`${writeJson(record as unknown as Json)}\n`));
  return { model: result.model, tree, record, profile: "lenient", carries: false };
}

/** The result of a dream, before it is recorded. */
interface DreamResult {
  readonly decisions: readonly DreamDecision[];
  readonly model: unknown;
  readonly tree: ReadonlyMap<string, Uint8Array | FileEntry>;
  readonly before: StateSide;
  readonly after: StateSide;
  /** Hash of the event that it continues from. */
  readonly head: string | null;
}

/** A state before or after a dream. */
interface StateSide {
  readonly entries: readonly StateEntry[];
  readonly state_hash: string;
}

function dreamFiles(
  { format }: ValidReading,
  parts: StateParts,
  request: DreamRequest,
): DreamResult {
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

function dreamHistory(
  { format }: ValidReading,
  parts: StateParts,
  history: StateHistory,
  request: DreamRequest,
): DreamResult {
  const { countTokens, now } = request;
  const entries = buildEntries(history);
  const { namespace } = history.state.bounds;
  const decisions = dream(entries, { ...request, namespace, questions: new Map() });
  const withStrength = decisions.map((decision, at) => {
    const entry = entries[at];
    const isDecayed = decision.action === "decay" && entry !== undefined;
    return { ...decision, strength: isDecayed ? fadedStrength(entry, now) : null };
  });
  const events = dreamEvents(history, withStrength, now);
  const after = extendHistory(history, events);
  const { agent_id, collection = "" } = codecOf(format).codec.readHead(parts, DEFAULT_BUDGET);
  const more = linesWithoutEvent(decisions, entries, now);
  const facts = { created: now.toISOString(), agent_id, collection, more };
  const { model, tree } = buildBundle(after, format, facts, countTokens);
  return {
    decisions,
    model,
    tree,
    before: { entries, state_hash: hashOfState(history.state) },
    after: { entries: buildEntries(after), state_hash: hashOfState(after.state) },
    head: history.head,
  };
}

/** A history with the events of a dream appended. */
function extendHistory(history: StateHistory, added: DreamEvents): CollectedHistory {
  const events = [...history.events, ...added.events];
  const texts = new Map(
    added.texts.map(({ ref, content }) => [ref.sha256, Buffer.from(content).toString()]),
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
    state: added.state,
    head: added.events.findLast(isStateEvent)?.hash ?? history.head,
    text: (name) => texts.get(name) ?? history.text(name),
    texts: new Map(added.texts.map(({ ref, content }) => [ref.sha256, content])),
    redacted: history.redacted,
  };
}

function recordOf(
  { format }: ValidReading,
  { before, after, decisions, head }: DreamResult,
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

/** Copies files that are not the format's own, except sums and signatures of the old bytes. */
async function copyOtherFiles(
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
