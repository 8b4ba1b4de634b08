import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly run_session_id: string;
  readonly message_id: string;
  readonly lease_ms: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { run_session_id, message_id, lease_ms } = output;
  return [
    `${terminal.style("green", "begun")}  run ${run_session_id} for message ${message_id}`,
    `  report within ${lease_ms / 1000} s with \`holdall thread run append\`, or it is ended as interrupted`,
  ];
}
