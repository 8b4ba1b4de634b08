import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly checkpoint_id: string;
  readonly summary_artifact_id: string;
  readonly to_seq: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  return [`${terminal.style("green", "made")}  ${checkpointLine(output)}`];
}

/** A checkpoint in one line. */
export function checkpointLine({ checkpoint_id, summary_artifact_id, to_seq }: Output): string {
  return `checkpoint ${checkpoint_id} up to #${to_seq}, summary ${summary_artifact_id}`;
}
