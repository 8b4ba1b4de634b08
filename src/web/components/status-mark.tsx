import type { RunData } from "../page.ts";

const LOOKS = {
  success: ["✓", "good"],
  failure: ["✗", "bad"],
  partial: ["◐", "warn"],
} as const;

/** How a run ended: a sign, a colour and the word. */
export function StatusMark({ status }: Pick<RunData, "status">) {
  if (status === null) return <span class="quiet">unknown</span>;
  const [sign, look] = LOOKS[status];
  return (
    <span class={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {status}
    </span>
  );
}
