import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { checkpointLine } from "./checkpoint.ts";

interface Output {
  readonly status: string;
  readonly planned: readonly { readonly target_message_ordinal: number; readonly to_seq: number }[];
  readonly created: readonly Parameters<typeof checkpointLine>[0][];
  readonly error: string | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { status, created, error } = output;
  const style = status === "failed" ? "red" : status === "completed" ? "green" : "dim";
  return [
    `${terminal.style(style, status)}${error === null ? "" : `  ${printable(error)}`}`,
    ...created.map((each) => `  ${checkpointLine(each)}`),
    ...(created.length === 0 ? plannedLines(output.planned) : []),
  ];
}

/** The cuts that are due. */
export function plannedLines(planned: Output["planned"]): string[] {
  if (planned.length === 0) return ["  nothing is due"];
  return planned.map((cut) => `  due: message ${cut.target_message_ordinal}, #${cut.to_seq}`);
}
