import type { ComponentChildren } from "preact";

/** What a mark means: its colour has the same meaning everywhere. */
export type MarkLook = "good" | "warn" | "bad" | "plain";

/** A mark and its word. */
interface MarkProps {
  readonly look: MarkLook;
  readonly children: ComponentChildren;
}

const SIGNS: Readonly<Record<MarkLook, string>> = { good: "✓", warn: "!", bad: "✗", plain: "·" };

/** A judgement at a glance: a sign, a colour and the word. */
export function Mark({ look, children }: MarkProps) {
  return (
    <span class={`mark-word ${look === "plain" ? "" : look}`}>
      <span class="sign" aria-hidden="true">
        {SIGNS[look]}
      </span>{" "}
      {children}
    </span>
  );
}
