import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly admitted: boolean;
  readonly decision: string;
  readonly reason: string;
  readonly slot: string | null;
  readonly matched: { readonly id: string } | null;
  readonly confidence: number;
  readonly signals: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly value?: unknown;
    readonly threshold?: unknown;
  }[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { admitted, decision, reason, slot, matched, signals } = output;
  const where = slot === null ? "" : ` into ${excerpt(slot)}`;
  const which = matched === null ? "" : ` (${excerpt(matched.id)})`;
  return [
    `${terminal.style(admitted ? "green" : "yellow", decision)}${where}: ${reason}${which}, confidence ${shown(output.confidence)}`,
    ...signals.map(({ name, passed, value, threshold }) => {
      const mark = passed ? "passes" : "fails";
      return terminal.style(
        "dim",
        `  ${name.padEnd(12)} ${shown(value)} ${mark} ${shown(threshold)}`,
      );
    }),
  ];
}

function shown(value: unknown): string {
  return typeof value === "number" ? value.toFixed(3) : "?";
}
