import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { linesOf, type ShownHit } from "./find.ts";

interface Output {
  readonly index: string;
  readonly hits: readonly ShownHit[];
  readonly invariants: readonly string[];
  readonly packet: string | null;
}

export default function present(
  { index, hits, invariants, packet }: Output,
  terminal: Terminal,
): string[] {
  if (packet !== null) return printable(packet).trimEnd().split("\n");
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [terminal.style("bold", title), ...lines, ""];
  return [
    ...section(
      "index",
      printable(index)
        .trimEnd()
        .split("\n")
        .filter((line) => line !== ""),
    ),
    ...section(
      "always holds",
      invariants.map((text) => `- ${printable(text)}`),
    ),
    ...(hits.length === 0 ? ["nothing found"] : hits.flatMap((hit) => linesOf(hit, terminal))),
  ];
}
