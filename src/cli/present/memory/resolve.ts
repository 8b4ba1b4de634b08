import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly ref: string;
  readonly state: "resolved" | "unresolved" | "kept";
  readonly content: string | null;
  readonly reason: string | null;
}

export default function present(
  { ref, state, content, reason }: Output,
  terminal: Terminal,
): string[] {
  if (content !== null) return printable(content).split("\n");
  const style = state === "kept" ? "yellow" : "red";
  return [`${terminal.style(style, state)}  ${printable(ref)}: ${printable(reason ?? "")}`];
}
