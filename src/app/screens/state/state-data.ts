/** What the screens about the state read: the part of `state show`, `state replay` and `state log` that they show. */

/** One entry of a state. */
export interface EntryShown {
  readonly id: string;
  readonly namespace: string;
  readonly slot: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly version?: number;
  readonly state?: string;
  readonly status?: string;
  readonly committed_at: string;
  readonly supersedes?: string | null;
  /** Files that it refers to. */
  readonly files?: readonly { readonly path: string }[];
}

/** An entry by name. */
export interface EntryName {
  readonly namespace: string;
  readonly id: string;
}

/** A state now or at a moment. */
export interface StateShown {
  readonly state_hash: string;
  readonly token_count: number;
  readonly budget_tokens: number;
  readonly head_seq: number;
  readonly slots: readonly string[];
  readonly entries: readonly EntryShown[];
  readonly conflicts: readonly (EntryName & { readonly other: EntryName })[];
}

/** A signal of the gate: what was measured against which threshold. */
export interface GateSignal {
  readonly name: string;
  readonly value: number;
  readonly threshold: number;
  readonly passed: boolean;
}

/** The verdict of the gate. */
export interface GateVerdict {
  readonly decision?: string;
  readonly confidence?: number;
  readonly matched?: EntryName | null;
  readonly signals?: readonly GateSignal[];
}

/** One event of a state. */
export interface TrailLine {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly actor: { readonly id: string; readonly origin: string } | null;
  readonly namespace: string | null;
  readonly id: string | null;
  readonly slot: string | null;
  readonly content: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  /** Of a dismissal: the event that refused the text which is not wanted. */
  readonly refused: number | null;
  readonly gate: GateVerdict | null;
}

/** The result of `state log`. */
export interface Trail {
  readonly lines: readonly TrailLine[];
}

/** What became of an entry since a moment. */
export interface EntryFate {
  readonly then: EntryShown;
  readonly fate: "unchanged" | "reworded" | "no longer in force";
  /** The entry now, if its text is another. */
  readonly now: EntryShown | null;
}

/** A state at a moment beside the state now. */
export interface StateComparison {
  readonly fates: readonly EntryFate[];
  /** Entries in force now that were not then. */
  readonly later: readonly EntryShown[];
}

/** Whether an entry is in force. */
export function isInForce({ state }: EntryShown): boolean {
  return state === undefined || state === "active";
}

/** Compares what was in force at a moment with what is in force now. */
export function compareStates(then: StateShown, now: StateShown): StateComparison {
  const keyOf = ({ namespace, id }: EntryShown) => JSON.stringify([namespace, id]);
  const current = new Map(now.entries.filter(isInForce).map((entry) => [keyOf(entry), entry]));
  const past = then.entries.filter(isInForce);
  const known = new Set(past.map(keyOf));
  return {
    fates: past.map((entry) => fateOf(entry, current.get(keyOf(entry)))),
    later: [...current].flatMap(([key, entry]) => (known.has(key) ? [] : [entry])),
  };
}

function fateOf(then: EntryShown, now: EntryShown | undefined): EntryFate {
  if (now === undefined) return { then, fate: "no longer in force", now: null };
  if (now.content === then.content) return { then, fate: "unchanged", now: null };
  return { then, fate: "reworded", now };
}

/** The type of an event without the prefix that all have. */
export function eventLabel(type: string): string {
  return type.replace(/^state_/, "").replaceAll("_", " ");
}

/** How an event is marked: refused in red, admitted in green, what ended an entry in amber. */
export function eventLook(type: string): "good" | "warn" | "bad" | "plain" {
  const word = eventLabel(type);
  if (word === "rejected") return "bad";
  if (["committed", "restored", "promoted"].includes(word)) return "good";
  return ["superseded", "archived", "evicted", "deleted", "deprecated"].includes(word)
    ? "warn"
    : "plain";
}
