import {
  type EntryName,
  type EntryShown,
  isInForce,
  type StateShown,
  type TrailLine,
} from "../state/state-data.ts";

/** Two entries in force that may contradict each other. */
export interface PossibleConflict {
  readonly entry: EntryShown;
  readonly other: EntryShown;
}

/** A text that the gate refused because it contradicts an entry that is still in force. */
export interface Contradiction {
  readonly line: TrailLine;
  readonly text: string;
  readonly entry: EntryShown;
}

/** What someone has to decide, and what was refused for other reasons. */
export interface GateWork {
  readonly conflicts: readonly PossibleConflict[];
  readonly contradictions: readonly Contradiction[];
  readonly refused: readonly TrailLine[];
}

/** Sorts what the gate left to a person: newest first, each text once, without what was dismissed. */
export function gateWork(
  state: StateShown,
  rejected: readonly TrailLine[],
  dismissed: readonly TrailLine[],
): GateWork {
  const seqs = new Set(dismissed.map((line) => line.refused));
  // A text that was dismissed and is offered again is still not wanted.
  const unwanted = new Set(rejected.filter(({ seq }) => seqs.has(seq)).map(keyOf));
  const entries = state.entries.filter(isInForce);
  const find = ({ namespace, id }: EntryName) =>
    entries.find((entry) => entry.id === id && entry.namespace === namespace);
  const conflicts = state.conflicts.flatMap((pair) => {
    const [entry, other] = [find(pair), find(pair.other)];
    return entry === undefined || other === undefined ? [] : [{ entry, other }];
  });
  const inForce = new Set(entries.map(({ content }) => content));
  const seen = new Set<string>();
  const contradictions: Contradiction[] = [];
  const refused: TrailLine[] = [];
  for (const line of rejected.toReversed()) {
    const text = line.content ?? "";
    const key = keyOf(line);
    if (seen.has(key)) continue;
    seen.add(key);
    const matched = line.gate?.matched ?? null;
    const entry = matched === null ? undefined : find(matched);
    const isWanted = !unwanted.has(key) && !inForce.has(text);
    const isOpen = line.gate?.decision === "conflict" && text !== "" && isWanted;
    if (isOpen && entry !== undefined) contradictions.push({ line, text, entry });
    else refused.push(line);
  }
  return { conflicts, contradictions, refused };
}

/** What is decided once: a text beside the entry that it contradicts. */
function keyOf({ content, gate }: TrailLine): string {
  return JSON.stringify([content ?? "", gate?.matched ?? null]);
}
