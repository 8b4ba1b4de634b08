import { instantOf } from "../../model/values.ts";

/** What is read of an entry to find the work ahead. */
interface StepEntry {
  readonly id?: unknown;
  readonly slot?: unknown;
  readonly content?: unknown;
  readonly committed_at?: unknown;
}

/** Parts of the anchor that are no steps, with the label under which a reader gets them. */
const ANCHOR_LABELS: ReadonlyMap<unknown, string> = new Map([
  ["anchor-task", "task"],
  ["last-failed-check", "last failed check"],
  ["anchor-plan", "plan"],
]);

/** The labels of the work ahead, in the order in which a reader needs them. */
const LABELS = ["task", "next step", "open", "last failed check", "plan"] as const;

/** The steps of the work: the newest is the next one, the others are open. */
export function stepsIn<Entry extends StepEntry>(
  entries: readonly Entry[],
): { readonly next: Entry | null; readonly open: readonly Entry[] } {
  const steps = entries.filter(({ slot, id }) => slot === "task-state" && !ANCHOR_LABELS.has(id));
  const next = steps.reduce<Entry | null>(
    (last, entry) => (last === null || timeOf(entry) >= timeOf(last) ? entry : last),
    null,
  );
  return { next, open: steps.filter((entry) => entry !== next) };
}

/** A state whose first slots are the work ahead: the task, the next step, what is open; then the rest. */
export function workFirst<Entry extends StepEntry>({
  slots,
  entries,
}: {
  readonly slots: readonly string[];
  readonly entries: readonly Entry[];
}) {
  const { next, open } = stepsIn(entries);
  const labelOf = (entry: Entry) => {
    if (entry === next) return "next step";
    return open.includes(entry) ? "open" : (ANCHOR_LABELS.get(entry.id) ?? entry.slot);
  };
  return {
    slots: [...LABELS, ...slots],
    entries: entries.map((entry) => ({ ...entry, slot: labelOf(entry) })),
  };
}

const timeOf = ({ committed_at }: StepEntry) =>
  (typeof committed_at === "string" ? instantOf(committed_at) : null) ?? 0n;
