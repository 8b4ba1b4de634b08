import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly run_session_id: string;
  readonly frames: number;
}

export default function present({ run_session_id, frames }: Output, terminal: Terminal): string[] {
  const count = `${frames} frame${frames === 1 ? "" : "s"}`;
  return [`${terminal.style("green", "recorded")}  ${count} of run ${run_session_id}`];
}
