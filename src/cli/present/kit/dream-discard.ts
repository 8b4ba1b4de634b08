import type { Terminal } from "../../terminal.ts";

export default function present({ path }: { readonly path: string }, terminal: Terminal): string[] {
  return [`${terminal.style("green", "discarded")}  ${terminal.path(path)}`];
}
