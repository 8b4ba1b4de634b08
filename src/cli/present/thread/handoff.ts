import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly thread_id: string;
  readonly from_thread_id: string;
  readonly from_seq: number;
  readonly summary_artifact_id: string;
}

export default function present(output: Output, terminal: Terminal): string[] {
  return [
    `${terminal.style("green", "begun")}  thread ${output.thread_id}, handed over from ${output.from_thread_id} at #${output.from_seq}`,
    `  begins with artifact ${output.summary_artifact_id}`,
  ];
}
