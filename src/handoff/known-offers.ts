import { sha256 } from "../base/hash.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { streamEvents } from "../ledger/read.ts";
import { toText } from "../ledger/texts.ts";
import { isTextRef } from "../model/event.ts";
import { stateIdOf, stateStream } from "../state/address.ts";
import type { StateChoice } from "../state/change-state.ts";
import { currentAddress } from "../state/load.ts";

/** What a state was offered before, whatever became of it. */
export interface KnownOffers {
  /** The id of the entry that an offer became; null when it was rejected, undefined when it is new. */
  find(offer: { readonly reason: string; readonly content: string }): string | null | undefined;
}

/**
 * Reads what a state was offered before. The same text from the same place in a transcript is offered once:
 * what was rejected stays so, and what was superseded or evicted since does not return.
 */
export async function readKnownOffers(
  ledger: Ledger,
  { address }: Pick<StateChoice, "address">,
): Promise<KnownOffers> {
  const state = stateIdOf(address ?? (await ledger.read(currentAddress)));
  const known = new Map<string, string | null>();
  for await (const { body } of streamEvents(ledger, stateStream(state))) {
    const reason = hashOf(body.reason);
    if (reason === null) continue;
    const id = typeof body.id === "string" ? body.id : null;
    for (const text of textsOf(body)) known.set(`${reason} ${text}`, id);
  }
  return {
    find: ({ reason, content }) => known.get(`${sha256(reason)} ${toText(content).ref.sha256}`),
  };
}

/** The hash of a reason, which is a text of its own when it is long. */
function hashOf(reason: unknown): string | null {
  if (typeof reason === "string") return sha256(reason);
  return isTextRef(reason) ? reason.sha256 : null;
}

/** The texts that an event offers: of an entry, in full where it shows less, or of what was rejected. */
function textsOf({ after, whole, content }: JsonObject): string[] {
  const places = [
    (after as JsonObject | null | undefined)?.content,
    (whole as JsonObject | null | undefined)?.text,
    content,
  ];
  return places.filter(isTextRef).map((ref) => ref.sha256);
}
