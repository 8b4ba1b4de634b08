interface ShownSignal {
  readonly name: string;
  readonly value: unknown;
  readonly threshold: unknown;
  readonly passed: boolean;
}

/** Signals whose name alone does not say what they measure. */
const names: Readonly<Record<string, string>> = { drift: "contradiction" };

/** The signals for which a high value speaks against the candidate. */
const limitedAbove: readonly string[] = ["drift"];

/** What the gate measured: "relevance 1", "novelty 0 (too low, limit 0.2)". */
export function signalText({ name, value, threshold, passed }: ShownSignal): string {
  const measured = `${signalName(name)} ${rounded(value)}`;
  if (passed) return measured;
  const fault = limitedAbove.includes(name) ? "too high" : "too low";
  return `${measured} (${fault}, limit ${rounded(threshold)})`;
}

/** What the signals measure, for the end of an output that shows some. */
export const signalLegend =
  "Signals of the gate, from 0 to 1: relevance to the goal, uniqueness (1: no entry is the same), novelty (1: no entry states it), contradiction (1: one denies it)";

/** A signal by the name that people read. */
export function signalName(name: string): string {
  return names[name] ?? name;
}

function rounded(value: unknown): string {
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : "?";
}
