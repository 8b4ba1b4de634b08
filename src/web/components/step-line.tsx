import type { StepData } from "../page.ts";
import { Inline } from "./prose.tsx";

/** A step and its number in the run. */
interface StepLineProps {
  readonly step: StepData;
  readonly number: number | null;
}

/** One step: what it did, to what, and how it ended. */
export function StepLine({ step, number }: StepLineProps) {
  const { ok, exitCode, error } = step;
  const { name, subject, isProse } = namedStep(step);
  return (
    <div class="step">
      <span class="number">{number}</span>
      <span class="name">{name}</span>
      <span class="what">
        {isProse ? (
          <bdi>
            <Inline text={subject} />
          </bdi>
        ) : (
          <bdi class="path">{subject}</bdi>
        )}
        {error !== null && <bdi class="bad">{error}</bdi>}
      </span>
      <span class={ok === false ? "outcome bad" : "outcome"}>{outcomeOf(ok, exitCode)}</span>
    </div>
  );
}

const EVENT = /^([A-Za-z][\w.-]{0,23}): (.+)$/s;

/** Marks of headings; the lines of a text that is shown as a step have become one. */
const HEADING = /(?<=^|\s)#{1,6} /g;

/** An event that is neither a command nor about a file is named by its own type. */
function namedStep({ kind, subject }: StepData) {
  const found = kind === "event" ? EVENT.exec(subject) : null;
  const [, type = kind, detail = subject] = found ?? [];
  const name = type.replaceAll(/[_.-]+/g, " ");
  if (found === null && kind !== "request") return { name, subject, isProse: false };
  return { name, subject: detail.replaceAll(HEADING, ""), isProse: true };
}

function outcomeOf(ok: boolean | null, exitCode: number | null): string {
  if (ok === null) return "";
  if (ok) return "ok";
  return exitCode === null ? "failed" : `exit ${exitCode}`;
}
