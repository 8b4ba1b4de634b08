import type { StepData } from "../page.ts";

/** A step and its number in the run. */
interface StepLineProps {
  readonly step: StepData;
  readonly number: number | null;
}

/** One step: what it did, to what, and how it ended. */
export function StepLine({ step, number }: StepLineProps) {
  const { kind, subject, ok, exitCode, error } = step;
  return (
    <div class="step">
      <span class="number">{number}</span>
      <span class="name">{kind}</span>
      <span class="what">
        <bdi class="path">{subject}</bdi>
        {error !== null && <bdi class="bad">{error}</bdi>}
      </span>
      <span class={ok === false ? "outcome bad" : "outcome"}>{outcomeOf(ok, exitCode)}</span>
    </div>
  );
}

function outcomeOf(ok: boolean | null, exitCode: number | null): string {
  if (ok === null) return "";
  if (ok) return "ok";
  return exitCode === null ? "failed" : `exit ${exitCode}`;
}
