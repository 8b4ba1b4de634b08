import { Mark } from "../../../web/components/mark.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import type { GateVerdict } from "./state-data.ts";

type Signal = NonNullable<GateVerdict["signals"]>[number];

const columns: readonly Column<Signal>[] = [
  { heading: "Signal", cell: ({ name }) => name },
  { heading: "Value", isNumber: true, cell: ({ value }) => value.toFixed(2) },
  { heading: "Threshold", isNumber: true, cell: ({ threshold }) => threshold.toFixed(2) },
  { heading: "Value and threshold", cell: (signal) => <SignalBar signal={signal} /> },
  {
    heading: "Result",
    cell: ({ passed }) => (
      <Mark look={passed ? "good" : "bad"}>{passed ? "passed" : "failed"}</Mark>
    ),
  },
];

/** What the gate measured before it decided. */
export function GateSignals({ gate }: { readonly gate: GateVerdict }) {
  const { signals = [], confidence } = gate;
  if (signals.length === 0) return null;
  return (
    <div class="signals">
      <Table label="Signals of the gate" columns={columns} rows={signals} />
      {confidence !== undefined && (
        <p class="quiet">Confidence of the gate: {confidence.toFixed(2)}</p>
      )}
    </div>
  );
}

/** A value between 0 and 1 as a bar, with a line at the threshold. */
function SignalBar({ signal: { value, threshold, passed } }: { readonly signal: Signal }) {
  const share = (number: number) => `${Math.max(0, Math.min(1, number)) * 100}%`;
  return (
    <svg class="signal-bar" width="120" height="12" aria-hidden="true">
      <rect class="signal-track" x="0" y="4" width="100%" height="4" rx="2" />
      <rect
        class={passed ? "signal-good" : "signal-bad"}
        x="0"
        y="4"
        width={share(value)}
        height="4"
        rx="2"
      />
      <line class="signal-threshold" x1={share(threshold)} x2={share(threshold)} y1="0" y2="12" />
    </svg>
  );
}
