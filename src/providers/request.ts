import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { ACTOR_PREFIX } from "./actor-prefix.ts";
import type { RenderOptions } from "./provider.ts";

/** The model of a request; null if none was named. */
export function modelOf({ model, vendor }: RenderOptions): string | null {
  return model ?? vendor?.model ?? null;
}

/** The settings in force, as they are recorded. */
export function settingsOf(options: RenderOptions, maxOutput: number | null): JsonObject {
  return {
    actor_prefix: options.actorPrefix ? ACTOR_PREFIX : null,
    inline_bytes: options.inlineBytes ?? 0,
    max_output_tokens: maxOutput,
    model: modelOf(options),
    vendor: options.vendor?.name ?? null,
  };
}

/**
 * A key with its value, or nothing: a request omits what was not set, and the API's default
 * applies.
 */
export function optionalKey<Key extends string, Value>(
  key: Key,
  value: Value | null | undefined,
): { readonly [Name in Key]?: Value } {
  // The computed key is exactly Key; the compiler widens it to string.
  return value == null ? {} : ({ [key]: value } as { readonly [Name in Key]: Value });
}

/** Refuses a request without any message. */
export function requireContent(messages: readonly unknown[]): void {
  if (messages.length > 0) return;
  throw new HoldallError("E_REQUEST", "Cannot render the context: it contains no messages", {
    cure: "add a message that asks something: a summary alone is no request",
  });
}
