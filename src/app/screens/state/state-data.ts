import { shortId } from "../../../web/text/format-time.ts";
import type { Answer } from "../../answers.ts";

/** A state now or at a moment. */
export type StateShown = Answer<"state show">;

/** One entry of a state, and what it refers to, some of the further fields that a record may have. */
export type EntryShown = StateShown["entries"][number] & {
  readonly files?: readonly { readonly path: string }[];
  readonly citation?: CitationShown;
};

/** The item of a session that bears an entry out. */
interface CitationShown {
  readonly agent?: string;
  readonly session: string;
  readonly item: string;
}

/** What an entry cites; null for none. */
export function citedBy({ citation }: EntryShown): CitationShown | null {
  return typeof citation?.session === "string" && typeof citation.item === "string"
    ? citation
    : null;
}

/** What the gate answers about a text that is not committed. */
export type GateTrial = Answer<"qualify">;

/** What became of a text that was committed. */
export type Committed = Answer<"state commit">;

/** What a commit did, for the person who made it; throws why it did nothing. */
export function reportCommit({ id, slot, verdict, reason_code, evicted }: Committed): string {
  if (id === null) {
    const why = verdict?.reason ?? reason_code.replaceAll("_", " ");
    throw new Error(`The state did not take the text: ${why}`);
  }
  const freed = evicted.length === 0 ? "" : `; archived to free tokens: ${evicted.join(", ")}`;
  return `In force in ${slot}: ${shortId(id)}${freed}`;
}

/** An entry by name. */
export type EntryName = Pick<EntryShown, "namespace" | "id">;

/** The result of `state log`. */
export type Trail = Answer<"state log">;

/** One event of a state. */
export type TrailLine = Omit<Trail["lines"][number], "gate"> & {
  readonly gate: GateVerdict | null;
};

/** The verdict of the gate: a record that the operation passes on as it was written. */
export interface GateVerdict {
  readonly decision?: string;
  readonly confidence?: number;
  readonly matched?: EntryName | null;
  /** What was measured against which threshold. */
  readonly signals?: readonly {
    readonly name: string;
    readonly value: number;
    readonly threshold: number;
    readonly passed: boolean;
  }[];
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

/** Types of events whose own word does not say what happened. */
const LABELS: Readonly<Record<string, string>> = {
  state_declared: "state created",
  state_bounded: "limits changed",
};

type EventFacts = Pick<TrailLine, "type" | "status">;

/** The type of an event without the prefix that all have, or what it means. */
export function eventLabel({ type, status }: EventFacts): string {
  // Both entries have such an event: the one that was replaced, and the one that replaced it.
  if (type === "state_superseded" && status !== "superseded") return "replacement";
  return LABELS[type] ?? type.replace(/^state_/, "").replaceAll("_", " ");
}

/** How an event is marked: refused in red, admitted in green, what ended an entry in amber. */
export function eventLook(event: EventFacts): "good" | "warn" | "bad" | "plain" {
  const label = eventLabel(event);
  if (label === "rejected") return "bad";
  if (["committed", "replacement", "restored", "promoted"].includes(label)) return "good";
  return ["superseded", "archived", "evicted", "deleted", "deprecated"].includes(label)
    ? "warn"
    : "plain";
}
