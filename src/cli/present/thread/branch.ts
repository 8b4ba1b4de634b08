import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly thread_id: string;
  readonly parent_thread_id: string;
  readonly parent_seq: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const from = `${output.parent_thread_id} up to #${output.parent_seq}`;
  return [`${terminal.style("green", "begun")}  thread ${output.thread_id}, inherits ${from}`];
}
