import type { ContextItem } from "../model/context-items.ts";
import type { RenderOptions, RenderReset } from "./provider.ts";

type Message = Extract<ContextItem, { type: "message" }>;

/** The name of the rule, recorded with the compile. */
export const ACTOR_PREFIX = "actor_prefix_v1";

const ACTOR_ID = /^[A-Za-z0-9._:@-]{1,128}$/;

/**
 * The text before a message that names its author to the model; empty while only one actor writes.
 */
export function actorPrefix(
  items: readonly ContextItem[],
  options: RenderOptions,
  resets: RenderReset[],
): (message: Message) => string {
  const actors = new Set(items.flatMap((item) => actorOf(item) ?? []));
  if (!options.actorPrefix || actors.size < 2) return () => "";
  return (message) => {
    const actor = actorOf(message);
    if (actor === null) return "";
    if (ACTOR_ID.test(actor)) return `[${actor}] `;
    // A name with a bracket or a newline could imitate a message of someone else.
    const ref = { thread_event_id: message.thread_event_id ?? null };
    resets.push({ input: "message", action: "replaced", reason: "actor_id_unfit", ref });
    return "[unknown] ";
  };
}

function actorOf(item: ContextItem): string | null {
  return item.type === "message" && item.role === "user" ? (item.actor_id ?? null) : null;
}
