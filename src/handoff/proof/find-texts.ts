import type { ShownText } from "./shown-session.ts";

/** Whether a text was shown, and after those before it. */
export type TextState = "shown" | "misplaced" | "absent";

/** Finds texts that were sent among those that were shown, in the order in which they were sent. */
export interface TextFinder<Sent> {
  add(text: ShownText, sent: Sent): void;
  /** Everything that was added and is not shown in its order. */
  end(): readonly { readonly sent: Sent; readonly state: Exclude<TextState, "shown"> }[];
}

/** A program that joins or splits texts does so with few; more are not looked for in parts. */
const MAX_SEARCHED = 2000;

/**
 * Begins finding. Of equal texts the first that was sent is the first that was shown. Texts that a program showed in
 * several pieces, or joined with others, are found at the end among what is left.
 */
export function createTextFinder<Sent>(shown: readonly ShownText[]): TextFinder<Sent> {
  const waiting = positionsByText(shown);
  const unmatched: { readonly text: ShownText; readonly sent: Sent }[] = [];
  const problems: { readonly sent: Sent; readonly state: "misplaced" | "absent" }[] = [];
  let last = -1;
  return {
    add(text, sent) {
      const position = waiting.get(keyOf(text))?.shift();
      if (position === undefined) unmatched.push({ text, sent });
      else if (position < last) problems.push({ sent, state: "misplaced" });
      else last = position;
    },
    end() {
      const left = [...waiting.values()].flat().toSorted((one, other) => one - other);
      const rest = { user: "", assistant: "" };
      for (const position of left) {
        const each = shown[position];
        if (each !== undefined) rest[each.role] += each.text;
      }
      const from = { user: 0, assistant: 0 };
      for (const [count, { text, sent }] of unmatched.entries()) {
        const { role } = text;
        const at = count < MAX_SEARCHED ? rest[role].indexOf(text.text, from[role]) : -1;
        if (at === -1) problems.push({ sent, state: "absent" });
        else from[role] = at + text.text.length;
      }
      return problems;
    },
  };
}

function keyOf({ role, text }: ShownText): string {
  return `${role}\0${text}`;
}

function positionsByText(shown: readonly ShownText[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, text] of shown.entries()) {
    const same = positions.get(keyOf(text));
    if (same === undefined) positions.set(keyOf(text), [position]);
    else same.push(position);
  }
  return positions;
}
