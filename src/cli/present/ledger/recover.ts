import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly ended: readonly { readonly name: string; readonly kind: string }[];
}

export default function present({ ended }: Output, terminal: Terminal): string[] {
  if (ended.length === 0) return ["nothing to recover"];
  return [
    ...ended.map(({ name, kind }) => `  ${kind}  ${printable(name)}`),
    `${terminal.style("green", "ended")}  ${ended.length} that nobody worked on`,
  ];
}
