import type { StepData } from "../page.ts";
import { LongList } from "./long-list.tsx";
import { StepLine } from "./step-line.tsx";

/** The steps of one run in order. */
export function StepList({ steps }: { readonly steps: readonly StepData[] }) {
  if (steps.length === 0) return <p class="quiet">No steps were recorded.</p>;
  return (
    <LongList items={steps} noun="step" keyOf={(_, index) => index}>
      {(step, index) => <StepLine step={step} number={index + 1} />}
    </LongList>
  );
}
