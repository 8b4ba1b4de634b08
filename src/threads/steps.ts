/**
 * Rebuilds the steps of a run from its frames. A log has several frames per tool call (started,
 * pieces of output, ended or failed, perhaps interleaved with other calls); a turn has one call and
 * one result.
 */

import { isObject } from "../base/json/value.ts";
import { parseStoredList } from "../ledger/stored-json.ts";
import { readTexts, type TextLookup } from "../ledger/text-lookup.ts";
import { INLINE_BYTES } from "../ledger/texts.ts";
import type { Turn, TurnStep } from "../model/turn.ts";
import type { Transaction } from "../stores/store.ts";
import type { ThreadSegment } from "./lineage.ts";
import { type EffectRow, type PartRow, selectEffects, selectParts } from "./tables/run-parts.ts";

/**
 * The steps of runs, by run: calls and results in order, then what was changed. Texts of all runs
 * are read at once.
 */
export async function readSteps(
  tx: Transaction,
  { thread_id, to_seq: cut }: ThreadSegment,
  runs: readonly string[],
): Promise<ReadonlyMap<string, Turn["steps"]>> {
  const parts = Map.groupBy(await selectParts(tx, runs, "steps"), (part) => part.run_session_id);
  const effects = await selectEffects(tx, thread_id, { runs, cut });
  const works = [...parts].map(([run, list]) => [run, arrange(list)] as const);
  const lookup = await readTexts(
    tx,
    works.flatMap(([, work]) => work.flatMap(({ texts }) => texts)),
  );
  const steps = new Map<string, TurnStep[]>();
  for (const [run, work] of works) {
    steps.set(
      run,
      work.map((each) => each.step(lookup)),
    );
  }
  for (const effect of effects) {
    const list = steps.get(effect.run_session_id) ?? [];
    steps.set(effect.run_session_id, [...list, effectStep(effect)]);
  }
  return steps;
}

/** A step whose texts are still to be read, so that one query can fetch those of a whole page. */
interface PlannedStep {
  readonly texts: readonly string[];
  step(lookup: TextLookup): TurnStep;
}

/**
 * Joins the frames of one run: a call, and everything its tool wrote until it ended. A call that
 * never ended has no result; strategies and providers handle that.
 */
function arrange(parts: readonly PartRow[]): readonly PlannedStep[] {
  const planned: PlannedStep[] = [];
  const written = new Map<string, PartRow[]>();
  for (const part of parts) {
    const id = part.tool_id ?? "";
    if (id === "") continue; // A frame of a broken log: there is nothing to call it by.
    if (part.kind === "call") {
      written.set(id, []);
      planned.push(callStep(id, part));
    } else if (part.kind === "output") {
      const before = written.get(id) ?? [];
      before.push(part);
      written.set(id, before);
    } else {
      const output = [...(written.get(id) ?? []), ...(part.kind === "failed" ? [part] : [])];
      written.delete(id);
      planned.push(resultStep(id, { ok: part.ok === 1, output }));
    }
  }
  return planned;
}

function callStep(call_id: string, { content, name, run_session_id, event_id }: PartRow) {
  return {
    texts: content === null ? [] : [content],
    step: (lookup: TextLookup): TurnStep => ({
      type: "tool_call",
      call_id,
      name: name || "unknown",
      arguments: argumentsOf(content === null ? "{}" : lookup.require(content)),
      run_session_id,
      thread_event_id: event_id,
    }),
  };
}

/** As the log has them: they were checked as a list, and their elements are another program's. */
function pathsOf(text: string, tool_id: string): string[] {
  const place = { table: "thread_effects", column: "affected_paths", row: tool_id };
  return [...parseStoredList(text, place)] as string[];
}

/** Arguments that are not an object are kept as the text that the model produced. */
function argumentsOf(text: string): Extract<TurnStep, { type: "tool_call" }>["arguments"] {
  const value = parsed(text);
  if (typeof value === "string") return value;
  // Parsed from JSON, so that what is inside is JSON.
  return isObject(value) ? (value as Record<string, never>) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // A redacted text is no JSON.
  }
}

/**
 * Output of one large piece is kept as a reference, which a provider shortens; smaller output is
 * joined inline.
 */
function resultStep(
  call_id: string,
  { ok, output }: { readonly ok: boolean; readonly output: readonly PartRow[] },
): PlannedStep {
  const [only, second] = output;
  if (only?.content && second === undefined && (only.bytes ?? 0) > INLINE_BYTES) {
    const { content: artifact_id } = only;
    return { texts: [], step: () => ({ type: "tool_result", call_id, ok, artifact_id }) };
  }
  const texts = output.flatMap(({ content }) => content ?? []);
  return {
    texts,
    step: (lookup) => ({
      type: "tool_result",
      call_id,
      ok,
      content: texts.map((name) => lookup.require(name)).join(""),
    }),
  };
}

function effectStep({
  run_session_id,
  tool_id,
  affected_paths,
  checkpoint_id,
}: EffectRow): TurnStep {
  return {
    type: "tool_side_effect_ref",
    run_session_id,
    tool_id,
    affected_paths: affected_paths === null ? null : pathsOf(affected_paths, tool_id),
    ...(checkpoint_id === null ? {} : { checkpoint_id }),
  };
}
