import { sha256 } from "../base/hash.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { Conversation } from "../model/conversation.ts";
import { createHiddenTextFilter } from "../model/hidden-text-loss.ts";
import type { LossItem } from "../model/loss.ts";
import { quoteContext } from "../model/quoted-context.ts";
import { DEFAULT_BUDGET } from "../model/state.ts";
import { stateHash } from "../model/state-hash.ts";
import type { StateCodec, StateParts } from "./state-codec.ts";
import { slotSections } from "./state-mirror.ts";
import type { StateModel } from "./state-model.ts";

const encoder = new TextEncoder();
const SNAPSHOT = "snapshot.json";

/**
 * A state as an item for a model: a reference to its rendering, quoted as data, because entries may
 * contain instructions that someone else wrote.
 */
export function stateConversation(
  model: StateModel,
  codec: StateCodec<StateModel>,
  countTokens: (text: string) => number,
): Conversation {
  const parts = {
    documents: model.documents as StateParts["documents"],
    records: model.records,
    lines: [],
  };
  const head = codec.readHead(parts, DEFAULT_BUDGET);
  const entries = model.records.map((record) => codec.toEntry(record, { head, countTokens }));
  const slots = head.slots.map((slot) => slot.name);
  const sections = slotSections(slots, entries as readonly unknown[] as readonly JsonObject[]);
  const filter = createHiddenTextFilter();
  const bytes = encoder.encode(quoteContext(filter.clean(sections.join("\n"), SNAPSHOT)));
  const id = sha256(bytes);
  const shown = entries.filter((entry) => entry.state !== "archived");
  return {
    items: [{ type: "state_ref", artifact_id: id, state_hash: stateHash(head, entries) }],
    texts: new Map([[id, bytes]]),
    kept: 0,
    loss: [
      ...lossOf(shown.length, entries.length - shown.length, model.trail.count),
      ...filter.loss(),
    ],
  };
}

function lossOf(shown: number, archived: number, trailLines: number): LossItem[] {
  const loss: LossItem[] = [];
  const where = SNAPSHOT;
  if (shown > 0) {
    const why = "rendered as text: slots and contents, without ids, scores and times";
    loss.push({ kind: "summarised", where, why, count: shown });
  }
  if (archived > 0) {
    loss.push({
      kind: "dropped",
      where,
      why: "archived entries are not given to a model",
      count: archived,
    });
  }
  if (trailLines > 0) {
    loss.push({
      kind: "dropped",
      where: "trail",
      why: "a conversation has no trail",
      count: trailLines,
    });
  }
  return loss;
}
