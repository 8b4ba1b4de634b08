/**
 * How calls and results are encoded where the APIs differ: arguments as text or as an object,
 * failures as a flag or inside the text.
 */

import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { writeJson } from "../base/json/write.ts";
import { parseLine } from "../base/jsonl.ts";
import type { RenderReset } from "./provider.ts";
import type { Call, Result } from "./segments.ts";

/** The arguments of a call as JSON text. */
export function argumentsText(call: Call): string {
  return typeof call.arguments === "string" ? call.arguments : writeJson(call.arguments, 0);
}

/**
 * The arguments of a call as an object. A text that is not an object is put under one key, and
 * recorded: the model produced it, so it must not be dropped.
 */
export function argumentsObject(call: Call, resets: RenderReset[]): JsonObject {
  if (typeof call.arguments !== "string") return call.arguments;
  const { value } = parseLine(call.arguments);
  if (isObject(value)) return value;
  const reason = "arguments_not_an_object";
  const ref = { call_id: call.id };
  resets.push({ input: "tool_call", action: "replaced", reason, ref });
  return { arguments: call.arguments };
}

/**
 * A result for APIs without a flag for failures: the text, or an object that contains the error.
 */
export function resultOutput({ name, ok, text }: Result): string {
  const failed: Json = { error: text, ok, tool: name };
  return ok ? text : writeJson(failed, 0);
}
