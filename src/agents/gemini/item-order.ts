import type { FoldedLog, MessageSlot } from "./fold-log.ts";

/** What comes next: a message, a compression, or the head of a path that was left. */
export type LogStep =
  | { readonly kind: "message"; readonly slot: MessageSlot }
  | {
      readonly kind: "compaction";
      readonly record: number;
      readonly inner: number;
      readonly kept: readonly string[];
    }
  | { readonly kind: "left"; readonly record: number; readonly first: MessageSlot };

/** The order in which a log is read: the conversation with its compressions, then what was left. */
export function* logSteps({ slots, epochs, last, rewinds }: FoldedLog): Generator<LogStep> {
  for (const { ids, compaction, kept } of epochs) {
    yield* messages(ids, slots);
    yield { kind: "compaction", ...compaction, kept };
  }
  yield* messages(last, slots);
  for (const { record, ids } of rewinds) {
    const first = slots.get(ids[0] ?? "");
    if (first === undefined) continue;
    yield { kind: "left", record, first };
    yield* messages(ids, slots);
  }
}

function* messages(
  ids: readonly string[],
  slots: ReadonlyMap<string, MessageSlot>,
): Generator<LogStep> {
  for (const id of ids) {
    const slot = slots.get(id);
    if (slot !== undefined) yield { kind: "message", slot };
  }
}
