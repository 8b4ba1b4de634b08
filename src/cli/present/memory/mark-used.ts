import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly id: string;
  readonly useful_count: number;
}

export default function present({ id, useful_count }: Output, terminal: Terminal): string[] {
  const times = useful_count === 1 ? "once" : `${useful_count} times`;
  return [`${terminal.style("green", "of use")}  ${id.slice(0, 12)}, ${times} so far`];
}
