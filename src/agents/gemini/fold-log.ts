/** A message of the log and the record that describes it best. */
export interface MessageSlot {
  readonly id: string;
  /** Number of its record in the file. */
  readonly record: number;
  /** Its place in the record's list; null when the record is the message itself. */
  readonly inner: number | null;
}

/** A compression: what was said before it, and what of that stays. */
export interface Epoch {
  readonly ids: readonly string[];
  readonly compaction: { readonly record: number; readonly inner: number };
  readonly kept: readonly string[];
}

/** Messages that were taken back. */
export interface Rewind {
  /** The record that took them back. */
  readonly record: number;
  readonly ids: readonly string[];
}

/** What a log comes to when all of its records have been applied. */
export interface FoldedLog {
  readonly slots: ReadonlyMap<string, MessageSlot>;
  readonly epochs: readonly Epoch[];
  /** The messages after the last compression, in order. */
  readonly last: readonly string[];
  readonly rewinds: readonly Rewind[];
}

/** A message in a list that replaces all messages. */
export interface ListedMessage {
  readonly id: string;
  /** Replaces what was compressed, or is the model's nod to that. */
  readonly role: "summary" | "nod" | "message";
}

/** Applies the records of a log one after the other, by ids alone. */
export interface LogFold {
  message(record: number, id: string): void;
  replaceAll(record: number, list: readonly ListedMessage[]): void;
  rewind(record: number, id: string): void;
  result(): FoldedLog;
}

/** Results are listed again under the id of their answer with this ending. */
const RESPONSE = /_response$/;

/** Starts with an empty list of messages. */
export function foldLog(): LogFold {
  const slots = new Map<string, MessageSlot>();
  const emitted = new Set<string>();
  const summaries = new Set<string>();
  const epochs: Epoch[] = [];
  const rewinds: Rewind[] = [];
  let current: string[] = [];
  let listed = new Set<string>();
  const keep = (ids: string[]) => {
    current = ids;
    listed = new Set(ids);
  };

  /** On resume some prompts fall off the list; they were said all the same. */
  function untold(): string[] {
    const rewound = new Set(rewinds.flatMap(({ ids }) => ids));
    return [...slots.keys()].filter((id) => {
      return !emitted.has(id) && (listed.has(id) || !rewound.has(id));
    });
  }

  function compress(record: number, list: readonly ListedMessage[], inner: number): void {
    const before = untold();
    const kept = list.map(({ id }) => id).filter((id) => slots.has(id));
    for (const id of before) emitted.add(id);
    epochs.push({ ids: before, compaction: { record, inner }, kept });
  }

  return {
    message(record, id) {
      slots.set(id, { id, record, inner: null });
      if (listed.has(id)) return;
      current.push(id);
      listed.add(id);
    },
    replaceAll(record, list) {
      const inner = list.findIndex(({ id, role }) => role === "summary" && !summaries.has(id));
      if (inner !== -1) compress(record, list, inner);
      for (const [at, { id, role }] of list.entries()) {
        if (role !== "message") summaries.add(id);
        else if (!slots.has(id) && !slots.has(id.replace(RESPONSE, ""))) {
          slots.set(id, { id, record, inner: at });
        }
      }
      keep(list.map(({ id }) => id).filter((id) => slots.has(id)));
    },
    rewind(record, id) {
      const at = Math.max(0, current.indexOf(id)); // An unknown id takes back everything.
      rewinds.push({ record, ids: current.slice(at) });
      keep(current.slice(0, at));
    },
    result() {
      const last = untold();
      const placed = new Set([...emitted, ...last]);
      return { slots, epochs, last, rewinds: rewinds.map((taken) => keepOnce(taken, placed)) };
    },
  };
}

/** What came back, or was shown already, is not on a path that was left. */
function keepOnce({ record, ids }: Rewind, emitted: Set<string>): Rewind {
  const left = ids.filter((id) => !emitted.has(id));
  for (const id of left) emitted.add(id);
  return { record, ids: left };
}
