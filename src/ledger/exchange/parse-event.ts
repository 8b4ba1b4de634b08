import { isObject } from "../../base/json/value.ts";
import { eventSchema, type PortableEvent } from "../../model/event.ts";
import { canonicalText, hashEvent, type UnhashedEvent } from "../event-hash.ts";

/** A line of a history, or why it is not one. */
export type ParsedEvent =
  | { readonly event: PortableEvent; readonly unsealed: UnhashedEvent }
  | { readonly fault: string };

/** Whether a value looks like a line of a history rather than of a rip-style log. */
export function isHistoryLine(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "hash") && Object.hasOwn(value, "stream");
}

/** Parses a line of a history and compares its hash with its content. */
export function parseEvent(value: unknown): ParsedEvent {
  const parsed = eventSchema.safeParse(value, { jitless: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `"${String(issue?.path[0] ?? "event")}": ${issue?.message ?? "wrong"}` };
  }
  const { hash, body, actor, ...rest } = parsed.data;
  const unsealed: UnhashedEvent = {
    ...rest,
    actor: actor === null ? null : canonicalText(actor),
    body: canonicalText(body),
  };
  if (hashEvent(unsealed) !== hash) return { fault: "its hash does not match its content" };
  return { event: parsed.data, unsealed };
}
