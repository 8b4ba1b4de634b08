import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly id: string;
  readonly namespace: string;
  readonly outcome: "stored" | "known" | "reactivated";
}

const said = {
  stored: "kept",
  known: "known already",
  reactivated: "holds again",
} as const;

export default function present({ id, namespace, outcome }: Output, terminal: Terminal): string[] {
  return [`${terminal.style("green", said[outcome])}  ${id.slice(0, 12)} in ${namespace}`];
}
