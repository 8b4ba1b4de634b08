import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly run_session_id: string;
  readonly reason: string;
}

export default function present({ run_session_id, reason }: Output, terminal: Terminal): string[] {
  return [`${terminal.style("green", "ended")}  run ${run_session_id}: ${printable(reason)}`];
}
