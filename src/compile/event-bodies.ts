/**
 * The two events that record a compile. Their keys and the order of keys are those of the rip log
 * format; keys that it does not have (`base`, `omitted`, `as_of_seq`, `state`, `renderer`) are left
 * out when they are empty.
 */

import { isObject, type JsonObject } from "../base/json/value.ts";
import type { Checkpoint } from "../model/turn.ts";
import {
  type AssembledBundle,
  COMPILER_ID,
  type CompileProvenance,
  type CompileSource,
} from "./assemble.ts";
import type { LeftOut, Selection, StrategyInput, ThreadBase } from "./strategies/strategy.ts";

/** A compile as it is recorded. */
export interface CompileRecord {
  readonly selection: Selection;
  readonly source: CompileSource;
  readonly provenance: CompileProvenance;
  readonly bundle: AssembledBundle;
  readonly base: ThreadBase | null;
  /** The head of the thread when it was read: later checkpoints do not count in a recompute. */
  readonly as_of_seq: number;
  /** The committed state that was shown, when one was. */
  readonly state?: StrategyInput["state"];
  /** The provider it was rendered for, when it was. */
  readonly renderer: { readonly id: string; readonly version: string } | null;
}

/**
 * The body of `continuity_context_selection_decided`; who decided is the event's own. Contains
 * every input that a recompute needs and cannot read from the ledger.
 */
export function selectionBody(record: CompileRecord): JsonObject {
  const { selection, source, provenance, base, as_of_seq } = record;
  const { summaries, resets, limits, reason } = selection;
  const checkpoints = summaries.map(checkpointRef);
  const newest = checkpoints.at(-1);
  const omitted = selection.leftOut.find((range) => range.reason !== "summarised");
  return present({
    run_session_id: provenance.run_session_id,
    message_id: source.from_message_id,
    compiler_id: COMPILER_ID,
    compiler_strategy: selection.strategy,
    limits: sorted({ ...limits }),
    compaction_checkpoint: newest,
    compaction_checkpoints: newest && checkpoints,
    resets:
      resets.length === 0
        ? undefined
        : resets.map(({ ref, ...reset }) => present({ ...reset, ref: ref && sorted({ ...ref }) })),
    reason: sorted(reason as JsonObject), // Made of texts, numbers and lists of them.
    base: base === null ? undefined : baseBody(base),
    omitted: omitted && omittedBody(omitted),
    as_of_seq,
    state: stateBody(record.state ?? null),
  });
}

function stateBody(state: StrategyInput["state"]): JsonObject | undefined {
  if (state === null) return undefined;
  const { artifact_id, state_hash, bytes } = state;
  return { artifact_id, state_hash, bytes };
}

/** The body of `continuity_context_compiled`. */
export function compiledBody(record: CompileRecord): JsonObject {
  const { selection, source, provenance, bundle, as_of_seq, renderer } = record;
  return present({
    run_session_id: provenance.run_session_id,
    bundle_artifact_id: bundle.artifact_id,
    compiler_id: COMPILER_ID,
    compiler_strategy: selection.strategy,
    from_seq: source.from_seq,
    from_message_id: source.from_message_id,
    digest: `sha256:${bundle.artifact_id}`,
    bytes: bundle.bytes.length,
    as_of_seq,
    renderer: renderer === null ? undefined : { id: renderer.id, version: renderer.version },
  });
}

function checkpointRef(checkpoint: Checkpoint): JsonObject {
  const { checkpoint_id, summary_kind, summary_artifact_id, to_seq } = checkpoint;
  return { checkpoint_id, summary_kind, summary_artifact_id, to_seq };
}

function baseBody({ kind, thread_id, seq, artifact_id }: ThreadBase): JsonObject {
  return present({ kind, thread_id, seq, artifact_id });
}

function omittedBody(range: LeftOut): JsonObject {
  const { from_seq, to_seq, messages, reason, limit, from_thread_id, to_thread_id } = range;
  return present({ from_seq, to_seq, messages, reason, limit, from_thread_id, to_thread_id });
}

/**
 * Without keys that have no value: an absent key and a null are different bytes, and so different
 * hashes.
 */
function present(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Keys in ascending order at every depth, as free-form objects of the log are written. */
function sorted(object: JsonObject): JsonObject {
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isObject(value) ? sorted(value) : value]),
  );
}
