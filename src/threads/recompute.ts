/**
 * Repeats recorded compiles and compares bytes. Possible because a compile records all its inputs:
 * the cut, the head it saw, the limits, the strategy and the state that was shown. A difference in
 * our own events is an error: either the ledger was altered, or a strategy changed without a new
 * name.
 */

import { HoldallError } from "../base/errors.ts";
import type { Findings } from "../base/findings.ts";
import { isSha256 } from "../base/hash.ts";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { defaultLimits, type StrategyLimits } from "../compile/strategies/strategy.ts";
import { resolveAlias } from "../ledger/artifacts.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readStream } from "../ledger/read.ts";
import { findText } from "../ledger/texts.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { compileThread } from "./compile-thread.ts";
import type { ShownState } from "./handoff-artifact.ts";
import { newestFrames } from "./selections.ts";
import { threadStream } from "./stream.ts";
import { selectAllFrames } from "./tables/frames.ts";

/** How many recorded compiles were reproduced. */
export interface RecomputeCounts {
  readonly same: number;
  readonly different: number;
  /** Those whose bundle was redacted, so that there is nothing to compare with. */
  readonly redacted: number;
}

const COMPILED = "continuity_context_compiled";
const DECIDED = "continuity_context_selection_decided";
const PAGE_SIZE = 100;

/**
 * Repeats every recorded compile from its recorded inputs and compares bytes. Each difference is a
 * finding. One transaction per compile, so that a long check does not block writers.
 */
export async function recomputeAll(
  ledger: Ledger,
  findings: Findings,
  progress: (count: number) => void = () => {},
): Promise<RecomputeCounts> {
  const counts = { same: 0, different: 0, redacted: 0 };
  let after = { thread_id: "", seq: -1 };
  for (let done = 0; ; ) {
    const page = await ledger.read((tx) =>
      selectAllFrames(tx, { type: COMPILED, after, limit: PAGE_SIZE }),
    );
    for (const place of page) {
      const outcome = await ledger.read((tx) => recompute(tx, place, findings));
      counts[outcome] += 1;
      progress(++done);
      after = place;
    }
    if (page.length < PAGE_SIZE) return counts;
  }
}

type FramePosition = { readonly thread_id: string; readonly seq: number };

async function recompute(
  tx: Transaction,
  place: FramePosition,
  findings: Findings,
): Promise<keyof RecomputeCounts> {
  const [event] = await readStream(tx, threadStream(place.thread_id), {
    from: place.seq,
    limit: 1,
  });
  if (event === undefined) throw new RangeError("the tables name an event that is not there");
  const id = String(event.body.bundle_artifact_id);
  const name = isSha256(id) ? await resolveAlias(tx, id) : id;
  const recorded = isSha256(name) ? await findText(tx, name) : ({ state: "missing" } as const);
  if (recorded.state === "redacted") return "redacted";
  const fault =
    recorded.state === "present"
      ? await differenceOf(tx, event, recorded.content)
      : `its bundle is ${recorded.state}`;
  if (fault === null) return "same";
  const message = `The compile at event ${event.seq} of "${event.stream}" cannot be reproduced: ${fault}`;
  const details = { stream: event.stream, seq: event.seq, bundle_artifact_id: name };
  // Another program may compile by other rules; what we recorded ourselves must be repeatable.
  if (event.raw === null) findings.error("E_RECOMPUTE", { file: event.stream }, message, details);
  else findings.warn("W_RECOMPUTE", { file: event.stream }, message, details);
  return "different";
}

/**
 * A recorded compile that fails now is a difference with the error as its reason, not a failure of
 * the check.
 */
async function differenceOf(
  tx: Transaction,
  event: LedgerEvent,
  recorded: Uint8Array,
): Promise<string | null> {
  try {
    const { bundle } = await compileThread(tx, await inputsOf(tx, event));
    return Buffer.from(bundle.bytes).equals(recorded) ? null : "the bytes differ";
  } catch (error) {
    if (error instanceof HoldallError) return error.message;
    throw error;
  }
}

/**
 * The recorded inputs of a compile. Old logs have no `as_of_seq`: there the event before the
 * compile is taken.
 */
async function inputsOf(tx: Transaction, event: LedgerEvent) {
  const { body, actor, seq } = event;
  const thread = event.stream.slice(event.stream.indexOf(":") + 1);
  const decision = await decisionOf(tx, thread, event);
  const limits = isObject(decision?.limits) ? pick(decision.limits) : {};
  const as_of = typeof body.as_of_seq === "number" ? body.as_of_seq : seq - 1;
  return {
    thread,
    message: String(body.from_message_id),
    strategy: String(body.compiler_strategy),
    limits: { ...defaultLimits, ...limits },
    provenance: {
      run_session_id: String(body.run_session_id),
      actor_id: actor?.id ?? "",
      origin: actor?.origin ?? "",
    },
    from_seq: Number(body.from_seq),
    as_of,
    state: stateIn(decision),
  };
}

const LIMITS = new Set([...Object.keys(defaultLimits), "tool_tokens"]);

/**
 * The decision with the limits and the state that was shown. We write it directly before the
 * compile; in an imported log other events may lie between, so the newest thousand decisions are
 * searched.
 */
async function decisionOf(
  tx: Transaction,
  thread_id: string,
  { seq, body }: LedgerEvent,
): Promise<JsonObject | null> {
  const isDecision = (event: LedgerEvent | undefined) =>
    event?.type === DECIDED && event.body.run_session_id === body.run_session_id;
  const [before] = await readStream(tx, threadStream(thread_id), { from: seq - 1, limit: 1 });
  const decision = isDecision(before)
    ? before
    : (await newestFrames(tx, { thread_id, type: DECIDED, limit: 1000 })).find(
        (event) => event.seq < seq && isDecision(event),
      );
  return decision?.body ?? null;
}

/**
 * The state as it was recorded. The entries in force now are irrelevant to a compile of the past.
 */
function stateIn(decision: JsonObject | null): ShownState | null {
  const state = decision?.state;
  if (!isObject(state)) return null;
  const { artifact_id, state_hash, bytes } = state;
  if (typeof artifact_id !== "string" || typeof state_hash !== "string") return null;
  return { artifact_id, state_hash, bytes: Number(bytes), content: null };
}

function pick(limits: JsonObject): Partial<StrategyLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([key]) => LIMITS.has(key)));
}
