import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { checkGate, type Gate } from "../../report/gate/gate.ts";
import { parseThresholds } from "../../report/gate/threshold.ts";
import { type ReportOptions, type TaskReport, taskKeyFor } from "../../report/report.ts";
import { readBaseline } from "./read-baseline.ts";
import type { CollectionInput } from "./read-collection.ts";

interface GateInput extends CollectionInput {
  readonly "fail-under": readonly string[];
  readonly against?: string | undefined;
  readonly "group-by": ReportOptions["groupBy"];
}

/** The answer of a gate; null when nothing was asked, with the reason when no run could answer. */
interface AskedGate {
  readonly gate: Gate | null;
  readonly unanswered: HoldallError | null;
}

/** Asks what the options of a report ask. */
export async function askGate(
  context: OperationContext,
  input: GateInput,
  report: TaskReport,
): Promise<AskedGate> {
  const thresholds = parseThresholds(input["fail-under"]);
  const { against } = input;
  if (thresholds.length === 0 && against === undefined) return { gate: null, unanswered: null };
  const baseline = against === undefined ? null : await readBaseline(context, against, input);
  const taskKey = taskKeyFor(input["group-by"]);
  try {
    return { gate: checkGate(report, { thresholds, baseline, taskKey }), unanswered: null };
  } catch (error) {
    if (!(error instanceof HoldallError && error.code === "E_EMPTY")) throw error;
    return { gate: null, unanswered: error };
  }
}
