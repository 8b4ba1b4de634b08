import { sha256 } from "../base/hash.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readStream, streamEvents } from "../ledger/read.ts";
import { toText } from "../ledger/texts.ts";
import { isTextRef, type LedgerEvent } from "../model/event.ts";
import { stateIdOf, stateStream } from "../state/address.ts";
import type { StateChoice, StateView } from "../state/change-state.ts";
import { currentAddress } from "../state/load.ts";
import type { Transaction } from "../stores/store.ts";

/** What a state was offered before, whatever became of it. */
export interface KnownOffers {
  /**
   * The id of the entry that an offer became; null when it was rejected, undefined when it is new. Asked in the
   * transaction that decides, so that of several processes which import the same session one makes each offer.
   */
  find(
    view: Pick<StateView, "tx" | "state">,
    offer: { readonly reason: string; readonly content: string },
  ): Promise<string | null | undefined>;
  /** Says which events came from the offers of this run: what they offered was not known before. */
  addOwn(events: readonly LedgerEvent[]): void;
}

/**
 * Reads what a state was offered before. The same text from the same place in a transcript is offered once:
 * what was rejected stays so, and what was superseded or evicted since does not return. Most of it is read here,
 * before anybody has to wait; what came meanwhile is read when an offer is looked for.
 */
export async function readKnownOffers(
  ledger: Ledger,
  { address }: Pick<StateChoice, "address">,
): Promise<KnownOffers> {
  const id = stateIdOf(address ?? (await ledger.read(currentAddress)));
  let read = await readFrom(id, streamEvents(ledger, stateStream(id)));
  const own = new Set<string>();
  return {
    addOwn: (events) => {
      for (const event of events) own.add(event.id);
    },
    async find({ tx, state }, { reason, content }) {
      if (state.id !== read.state) read = { state: state.id, known: new Map(), next: 0 };
      await catchUp(tx, read, own);
      return read.known.get(`${sha256(reason)} ${toText(content).ref.sha256}`);
    },
  };
}

/** The offers of a state up to an event. */
interface OffersRead {
  readonly state: string;
  readonly known: Map<string, string | null>;
  /** The `seq` of the first event that was not read. */
  next: number;
}

async function readFrom(state: string, events: AsyncIterable<LedgerEvent>): Promise<OffersRead> {
  const read: OffersRead = { state, known: new Map(), next: 0 };
  for await (const event of events) addOffers(read, event);
  return read;
}

async function catchUp(tx: Transaction, read: OffersRead, own: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const events = await readStream(tx, stateStream(read.state), { from: read.next });
    if (events.length === 0) return;
    for (const event of events) {
      if (own.has(event.id)) read.next = event.seq + 1;
      else addOffers(read, event);
    }
  }
}

function addOffers(read: OffersRead, { seq, body }: LedgerEvent): void {
  read.next = seq + 1;
  const reason = hashOf(body.reason);
  if (reason === null) return;
  const id = typeof body.id === "string" ? body.id : null;
  for (const text of textsOf(body)) read.known.set(`${reason} ${text}`, id);
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
