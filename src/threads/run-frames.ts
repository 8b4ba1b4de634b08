/**
 * Translates what a client reports about a run into events. The frames of the rip log format are
 * accepted as they are; for convenience also the item names of compiled contexts and of older logs
 * (`spellings`), and frames that omit what can be assumed (`defaults`). Effects of tools go to the
 * thread's stream, because compiles read them there; everything else belongs to the run's own
 * stream.
 */

import { HoldallError } from "../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import type { NewEvent } from "../ledger/append.ts";
import type { Actor } from "../model/event.ts";
import { type FrameName, frameTypes } from "../model/frames.ts";
import { frameEvent } from "./frame-event.ts";
import { runStream, threadStream } from "./stream.ts";
import type { RunRow } from "./tables/runs.ts";

/**
 * Start and end of a run are commands (`thread run begin`, `end`) because they also take and drop
 * its lease.
 */
const OWN = new Set<string>(["session_started", "session_ended"]);

const sessionFrames = Object.entries(frameTypes)
  .filter(([name, { kind }]) => kind === "session" && !OWN.has(name))
  .map(([name]) => name);

const EFFECTS = "continuity_tool_side_effects";

/** Other names that are accepted, each with the frames it means. */
const spellings: Readonly<Record<string, (frame: JsonObject) => readonly JsonObject[]>> = {
  output: ({ content, delta, ...rest }) => [
    { ...rest, type: "output_text_delta", delta: delta ?? content },
  ],
  tool_side_effects: (frame) => [{ ...frame, type: EFFECTS }],
  tool_side_effect_ref: (frame) => [{ ...frame, type: EFFECTS }],
  tool_call: ({ call_id, name, arguments: args }) => [
    { type: "tool_started", tool_id: call_id, name, args: args ?? {} },
  ],
  tool_result: ({ call_id, ok, content, error }) => [
    ...(content === undefined ? [] : [{ type: "tool_stdout", tool_id: call_id, chunk: content }]),
    ok === false
      ? { type: "tool_failed", tool_id: call_id, error: error ?? "" }
      : { type: "tool_ended", tool_id: call_id },
  ],
};

/** Values for fields that a reporter may omit. */
const defaults: Readonly<Record<string, JsonObject>> = {
  tool_started: { timeout_ms: null },
  tool_ended: { exit_code: 0, duration_ms: 0, artifacts: null },
  provider_event: { status: "event", event_name: null, errors: [], response_errors: [] },
  [EFFECTS]: { tool_name: "unknown", affected_paths: null, checkpoint_id: null },
};

/**
 * The events of one reported frame; anything that is no such frame is refused with the nearest
 * name.
 */
export function runFrameEvents(run: RunRow, frame: unknown, actor: Actor): readonly NewEvent[] {
  if (!isObject(frame) || typeof frame.type !== "string") {
    throw new HoldallError("E_SHAPE", 'Cannot record the frame: it is not an object with a "type"');
  }
  const spelled = Object.hasOwn(spellings, frame.type) ? spellings[frame.type] : undefined;
  return (spelled?.(frame) ?? [frame]).map((each) => toEvent(run, each, actor));
}

function toEvent(run: RunRow, frame: JsonObject, actor: Actor): NewEvent {
  const { type, ...rest } = withoutEnvelope(frame);
  const name = checkedType(type);
  const { thread_id, run_session_id } = run;
  const payload: JsonObject = { ...defaults[name], ...rest };
  if (name !== EFFECTS) {
    return frameEvent({ stream: runStream(run_session_id), type: name, payload, actor });
  }
  const paths = tidyPaths(payload.affected_paths);
  const effects = { ...payload, affected_paths: paths, run_session_id };
  return frameEvent({ stream: threadStream(thread_id), type: name, payload: effects, actor });
}

/** A frame copied from a log names its place there; here it gets a new one. */
function withoutEnvelope(frame: JsonObject): JsonObject {
  const { id, session_id, stream_kind, stream_id, timestamp_ms, seq, actor_id, origin, ...rest } =
    frame;
  return rest;
}

function checkedType(type: Json | undefined): FrameName {
  const name = String(type);
  if (name === EFFECTS || sessionFrames.includes(name)) return name as FrameName;
  const near = nearestName(name, [...sessionFrames, ...Object.keys(spellings)]);
  throw new HoldallError("E_SHAPE", `Cannot record a frame of type "${name}": unknown type`, {
    cure: near ? `did you mean "${near}"?` : `use one of ${sessionFrames.join(", ")}`,
  });
}

/** Paths as logs have them: `/` between the parts, sorted, each once. */
function tidyPaths(paths: Json | undefined): Json {
  if (!Array.isArray(paths)) return paths ?? null;
  const tidy = paths.map((each: Json) =>
    typeof each === "string" ? each.replaceAll("\\", "/") : each,
  );
  return [...new Set(tidy)].sort();
}
