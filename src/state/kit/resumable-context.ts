import { slotSections } from "../../formats/state-mirror.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { REDACTED } from "../show.ts";
import type { IncomingState } from "./incoming-state.ts";

/** What an agent would go on from: the entries in force by slot, framed as quoted. */
export function resumableContext({ bounds, entries }: IncomingState): string {
  const records = Array.from(entries.values(), ({ held, words }) => ({
    ...JSON.parse(JSON.stringify(held.image)),
    content: words ?? REDACTED,
  }));
  const slots = bounds.slots.map(({ name }) => name);
  return quoteContext(slotSections(slots, records).join("\n"));
}
