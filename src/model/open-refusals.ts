/** Which refused texts someone still has to decide about. */

/** An entry by name. */
interface EntryName {
  readonly namespace: string;
  readonly id: string;
}

/** An event that refused a text, or one that says of such an event that its text is not wanted. */
export interface RefusalLine {
  readonly seq: number;
  readonly content: string | null;
  /** Of a dismissal: the event that refused the text. */
  readonly refused: number | null;
  readonly gate: {
    readonly decision?: unknown;
    readonly matched?: unknown;
    readonly confidence?: unknown;
  } | null;
}

/** What a state has now, and what its trail says about refused texts, the oldest first. */
export interface RefusalHistory<Line, Entry> {
  readonly rejected: readonly Line[];
  readonly dismissed: readonly Line[];
  readonly inForce: readonly Entry[];
}

/** A refused text beside the entry in force that it contradicts. */
export interface OpenRefusal<Line, Entry> {
  readonly line: Line;
  readonly text: string;
  readonly entry: Entry;
}

/**
 * Refused texts that contradict an entry in force, each once: those of which the gate was surest first, of
 * equal ones the newest, without those that were dismissed, or that are in force by now. The other refusals,
 * with nothing to decide, are `rest`, the newest first.
 */
export function sortRefusals<
  Line extends RefusalLine,
  Entry extends EntryName & { readonly content: string },
>({ rejected, dismissed, inForce }: RefusalHistory<Line, Entry>) {
  const seqs = new Set(dismissed.map((line) => line.refused));
  // A text that was dismissed and is offered again is still not wanted.
  const unwanted = new Set(rejected.filter(({ seq }) => seqs.has(seq)).map(keyOf));
  const byName = new Map(inForce.map((entry) => [nameOf(entry), entry]));
  const texts = new Set(inForce.map(({ content }) => content));
  const seen = new Set<string>();
  const open: OpenRefusal<Line, Entry>[] = [];
  const rest: Line[] = [];
  for (const line of rejected.toReversed()) {
    const key = keyOf(line);
    if (seen.has(key)) continue;
    seen.add(key);
    const text = line.content ?? "";
    const entry = byName.get(nameOf(line.gate?.matched));
    const isWanted = text !== "" && !unwanted.has(key) && !texts.has(text);
    if (entry !== undefined && isWanted && line.gate?.decision === "conflict") {
      open.push({ line, text, entry });
    } else rest.push(line);
  }
  open.sort((left, right) => confidenceOf(right.line) - confidenceOf(left.line));
  return { open, rest };
}

/** How sure the gate was; an event of another program may not say. */
function confidenceOf({ gate }: RefusalLine): number {
  const confidence = gate?.confidence;
  return typeof confidence === "number" && Number.isFinite(confidence) ? confidence : 0;
}

/** What is decided once: a text beside the entry that it contradicts. */
function keyOf({ content, gate }: RefusalLine): string {
  return JSON.stringify([content ?? "", nameOf(gate?.matched)]);
}

function nameOf(name: unknown): string {
  const { namespace, id } = Object(name);
  return JSON.stringify([namespace ?? null, id ?? null]);
}
