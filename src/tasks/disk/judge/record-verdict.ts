import { HoldallError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import { outcomeContradiction } from "../../../model/outcome-contradiction.ts";
import { objectOf, textOf } from "../../../model/task-bundle.ts";
import { readRunRecord } from "../../read/run-record.ts";
import type { OutcomeStatus } from "../../read/task-facts.ts";
import type { TaskReading } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import { recordOutcome, requireFolder } from "./judge-result.ts";

/** The judge of an outcome that a person decided. */
const PERSON = "person";

/** What a person decided about a run. */
export interface PersonVerdict {
  readonly status: OutcomeStatus;
  /** Why; it is recorded with the outcome. */
  readonly note: string;
  readonly at: string;
}

/**
 * Writes what a person decided into a run. What checks have judged stays: a person who disagrees changes the checks. The
 * verdict has no score, because nobody has measured one.
 */
export async function recordVerdict(
  reading: TaskReading,
  { status, note, at }: PersonVerdict,
): Promise<void> {
  requireFolder(reading);
  const { bundle } = requireValidTask(reading, "record the verdict");
  const judge = textOf(objectOf(objectOf(bundle, "outcome"), "judge"), "name");
  if (judge !== null && judge !== PERSON) {
    throw new HoldallError(
      "E_PROTECTED",
      "Cannot record the verdict: checks have judged this run",
      {
        cure: "judge it by other checks: holdall task judge RUN --check COMMAND --record",
      },
    );
  }
  const outcome: JsonObject = {
    status,
    judgeNotes: note,
    judge: { name: PERSON, version: "1", at },
  };
  const fault = faultOf(bundle, outcome);
  if (fault !== null) throw new HoldallError("E_OUTCOME", `Cannot record the verdict: ${fault}`);
  await recordOutcome(reading, outcome);
}

/** Why a report would not count the verdict; null when it would. */
function faultOf(bundle: JsonObject, outcome: JsonObject): string | null {
  const { error } = readRunRecord(bundle);
  if (error !== null) return `something outside the agent ended this run: ${error.detail}`;
  const contradiction = outcomeContradiction({ ...bundle, outcome });
  return contradiction === null ? null : `the outcome ${contradiction}`;
}
