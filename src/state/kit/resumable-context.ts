import { slotSections } from "../../formats/state-mirror.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { REDACTED } from "../../model/redaction.ts";
import type { IncomingState } from "./incoming-state.ts";

/** The context that an agent would continue with: the entries in force by slot, framed as quoted text. */
export function resumableContext({ bounds, entries }: IncomingState): string {
  const records = Array.from(entries.values(), ({ entry, text }) => ({
    ...JSON.parse(JSON.stringify(entry.image)),
    content: text ?? REDACTED,
  }));
  const slots = bounds.slots.map(({ name }) => name);
  return quoteContext(slotSections(slots, records).join("\n"));
}
