import type { FoldedLog, Slot } from "./fold-log.ts";

/** What is told next: a message, a compression, or the head of a path that was left. */
export type PlanStep =
  | { readonly kind: "message"; readonly slot: Slot }
  | {
      readonly kind: "compaction";
      readonly record: number;
      readonly inner: number;
      readonly kept: readonly string[];
    }
  | { readonly kind: "left"; readonly record: number; readonly first: Slot };

/** The order in which a log is told: the conversation with its compressions, then what was left. */
export function* planOf({ slots, epochs, last, takenBack }: FoldedLog): Generator<PlanStep> {
  for (const { ids, compaction, kept } of epochs) {
    yield* messages(ids, slots);
    yield { kind: "compaction", ...compaction, kept };
  }
  yield* messages(last, slots);
  for (const { record, ids } of takenBack) {
    const first = slots.get(ids[0] ?? "");
    if (first === undefined) continue;
    yield { kind: "left", record, first };
    yield* messages(ids, slots);
  }
}

function* messages(ids: readonly string[], slots: ReadonlyMap<string, Slot>): Generator<PlanStep> {
  for (const id of ids) {
    const slot = slots.get(id);
    if (slot !== undefined) yield { kind: "message", slot };
  }
}
