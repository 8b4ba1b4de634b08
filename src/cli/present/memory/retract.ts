import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly id: string;
  readonly state: string;
  readonly changed: boolean;
}

export default function present({ id, state, changed }: Output, terminal: Terminal): string[] {
  const said = changed ? terminal.style("green", state) : `${state} already`;
  return [`${said}  ${id.slice(0, 12)}`];
}
