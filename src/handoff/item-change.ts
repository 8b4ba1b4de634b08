/** One thing that was changed in an item on its way, or that it was left out. */
export type ItemChange =
  | { readonly kind: "renamed"; readonly from: string; readonly to: string }
  | { readonly kind: "hidden_text_removed" | "redacted" | "mapped" | "prefixed" }
  /** What of an item a budget has no space for. */
  | { readonly kind: "shortened"; readonly part: "replaced_text" | "reminders" | "long_text" }
  | { readonly kind: "left_out" };

/** Put before a user's message that the receiver would take for something of its own. */
export const PREFIX = "Prompt: ";

/** A change in the words of a loss report. */
export function describeChange(change: ItemChange): string {
  const { reason, detail } = reasonFor(change);
  return detail === undefined ? reason : `${reason}; ${detail}`;
}

/** A change in the words of the note to the receiver, which does not distinguish what a budget removed. */
function describeForReceiver(change: ItemChange): string {
  if (isRemoval(change)) return "left out or shortened to fit the budget";
  return `changed: ${reasonFor(change).reason}`;
}

/** Counts the items that were changed, in the words of the note to the receiver. */
export function countForReceiver(
  counts: Map<string, number>,
  changesOfItem: readonly ItemChange[],
): void {
  for (const what of new Set(changesOfItem.map(describeForReceiver))) {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/** Whether content is missing afterwards; every other change keeps it. */
export function isRemoval({ kind }: ItemChange): boolean {
  return kind === "shortened" || kind === "left_out";
}

const SHORTENED_PARTS = {
  replaced_text: "text that an edit replaced left out to fit the budget",
  reminders: "reminders of the source agent left out to fit the budget",
  long_text: "long text shortened to fit the budget",
};

/** Why an item is different, and what only a reader of the report can use. */
function reasonFor(change: ItemChange): { readonly reason: string; readonly detail?: string } {
  switch (change.kind) {
    case "renamed":
      return { reason: renameReason(change.from, change.to) };
    case "hidden_text_removed":
      return { reason: "hidden text (invisible characters) removed" };
    case "redacted":
      return { reason: "secret replaced by a placeholder" };
    case "mapped":
      return { reason: "path replaced as requested (--map)" };
    case "prefixed":
      return {
        reason: "the receiver would not take a text with this beginning for the user's",
        detail: `"${PREFIX}" was put before it`,
      };
    case "shortened":
      return { reason: SHORTENED_PARTS[change.part] };
    case "left_out":
      return {
        reason: "left out to fit the budget",
        detail: "the note to the receiver summarises it",
      };
    default:
      return change satisfies never;
  }
}

function renameReason(from: string, to: string): string {
  return from === to ? `arguments of tool "${from}" renamed` : `tool "${from}" renamed to "${to}"`;
}
