/**
 * The requests of a run after the first. Two modes: by reference (`previous_response_id` and only
 * the new results), or stateless (the complete history again), for vendors that remember nothing.
 */

import { HoldallError } from "../../base/errors.ts";
import type { Json, JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { removeHiddenText } from "../../base/text/invisible.ts";
import type { Vendor } from "../provider.ts";
import type { FollowUp, HistoryMode, ProviderEvent, Round, ToolOutput } from "../streaming.ts";
import type { InputItem } from "./open-responses.ts";

/** The mode that a vendor supports; a warning is recorded if it is not the preferred one. */
export function chooseHistory(
  preferred: HistoryMode,
  vendor: Vendor | null,
): { readonly mode: HistoryMode; readonly warning: ProviderEvent | null } {
  const isServed = preferred === "stateless" || vendor?.quirks.previousResponseId !== false;
  if (isServed) return { mode: preferred, warning: null };
  const warning: ProviderEvent = {
    provider: "openresponses.compat",
    status: "event",
    event_name: "rip.compat.warning",
    data: { effective: "stateless", requested: preferred, vendor: vendor.name },
    raw: null,
    errors: [],
    response_errors: [],
  };
  return { mode: "stateless", warning };
}

/** The request after tool calls: the results with a reference, or the complete history again. */
export function followUp({ first, rounds, mode, userMessage }: FollowUp): JsonObject {
  const last = rounds.at(-1);
  const messages: InputItem[] =
    userMessage === undefined
      ? []
      : [{ type: "message", role: "user", content: removeHiddenText(userMessage).text }];
  if (mode === "stateless") {
    const history: readonly Json[] = Array.isArray(first.input) ? first.input : [];
    return ordered({ ...first, input: [...history, ...rounds.flatMap(repeatRound), ...messages] });
  }
  if (!last?.response_id) {
    throw new HoldallError("E_REQUEST", "Cannot continue the last response: it has no id", {
      cure: "send the full history instead",
    });
  }
  const outputs = last.outputs.map((output): InputItem => {
    return { type: "function_call_output", call_id: output.call_id, output: outputText(output) };
  });
  return ordered({
    ...first,
    input: [...outputs, ...messages],
    previous_response_id: last.response_id,
  });
}

/**
 * Calls and results again, with ids derived from the call: the same history gives the same bytes.
 */
function repeatRound({ calls, outputs }: Round): InputItem[] {
  const called = calls.map(({ item_id, call_id, name, arguments: text }): InputItem => {
    return {
      type: "function_call",
      id: item_id ?? `fc_${call_id}`,
      call_id,
      name,
      arguments: text,
    };
  });
  const answered = outputs.map((output): InputItem => {
    const { call_id } = output;
    const id = `output_${call_id}`;
    return { type: "function_call_output", id, call_id, output: outputText(output) };
  });
  return [...called, ...answered];
}

function outputText(output: ToolOutput): string {
  const { artifacts, error, exit_code, ok, stderr, stdout, tool } = output;
  const text = writeJson(ordered({ artifacts, error, exit_code, ok, stderr, stdout, tool }), 0);
  return removeHiddenText(text).text;
}

/** Keys in ascending order; absent ones are left out. */
function ordered(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
