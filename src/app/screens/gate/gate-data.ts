import { type OpenRefusal, sortRefusals } from "../../../model/open-refusals.ts";
import type { Answer } from "../../answers.ts";
import type { OutdatedEntry } from "../overview/overview-data.ts";
import {
  type EntryName,
  type EntryShown,
  isInForce,
  type StateShown,
  type TrailLine,
} from "../state/state-data.ts";

/** What a dream proposes. */
export type Proposal = Answer<"dream diff">;

/** Two entries in force that may contradict each other. */
export interface PossibleConflict {
  readonly entry: EntryShown;
  readonly other: EntryShown;
}

/** A text that the gate refused because it contradicts an entry that is still in force. */
export type Contradiction = OpenRefusal<TrailLine, EntryShown>;

/** An entry in force whose files or commit have changed since. */
export interface Outdated {
  readonly outdated: OutdatedEntry;
  readonly entry: EntryShown;
}

/** What someone has to decide, and what was refused for other reasons. */
export interface GateWork {
  readonly conflicts: readonly PossibleConflict[];
  readonly contradictions: readonly Contradiction[];
  readonly outdated: readonly Outdated[];
  readonly refused: readonly TrailLine[];
}

/** What the server answers about the state. */
interface GateAnswers {
  readonly state: StateShown;
  readonly rejected: readonly TrailLine[];
  readonly dismissed: readonly TrailLine[];
  readonly stale: readonly OutdatedEntry[];
}

/** Sorts what the gate left to a person: the surest first, each text once, without what was dismissed. */
export function gateWork({ state, rejected, dismissed, stale }: GateAnswers): GateWork {
  const inForce = state.entries.filter(isInForce);
  const find = ({ namespace, id }: EntryName) =>
    inForce.find((entry) => entry.id === id && entry.namespace === namespace);
  const conflicts = state.conflicts.flatMap((pair) => {
    const entry = find(pair);
    const other = find(pair.other);
    return entry === undefined || other === undefined ? [] : [{ entry, other }];
  });
  const outdated = stale.flatMap((each) => {
    const entry = find(each);
    return entry === undefined ? [] : [{ outdated: each, entry }];
  });
  const { open, rest } = sortRefusals({ rejected, dismissed, inForce });
  return { conflicts, contradictions: open, outdated, refused: rest };
}

/** How many things of each group are there at first, of at most `limit` together: the first groups come first. */
export function firstShares<Group extends string>(
  limit: number,
  counts: Readonly<Record<Group, number>>,
): Readonly<Record<Group, number>> {
  const shares: Record<Group, number> = { ...counts };
  let left = limit;
  for (const group of Object.keys(counts) as Group[]) {
    shares[group] = Math.min(left, counts[group]);
    left -= shares[group];
  }
  return shares;
}
