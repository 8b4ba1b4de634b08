import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { checkpointLine } from "./checkpoint.ts";
import { plannedLines } from "./compact.ts";

interface Output {
  readonly decision: string;
  readonly policy_id: string;
  readonly planned: Parameters<typeof plannedLines>[0];
  readonly created: readonly Parameters<typeof checkpointLine>[0][];
  readonly error: string | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { decision, created, error } = output;
  const style = decision === "failed" ? "red" : decision === "completed" ? "green" : "dim";
  return [
    `${terminal.style(style, decision)}${error === null ? "" : `  ${printable(error)}`}`,
    ...created.map((each) => `  ${checkpointLine(each)}`),
    ...(created.length === 0 ? plannedLines(output.planned) : []),
    terminal.style("dim", `  ${output.policy_id}`),
  ];
}
