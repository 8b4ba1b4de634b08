import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { type ListedSession, sessionLine } from "./list.ts";

interface Output {
  readonly summary: ListedSession & { readonly state_hash: string | null };
  readonly unplaced: readonly string[];
}

export default function present({ summary, unplaced }: Output, terminal: Terminal): string[] {
  const hash = `  hash ${summary.state_hash?.slice(0, 12)}`;
  const lines = [
    `${terminal.style("green", "checkpoint")}${sessionLine(summary, terminal)}${terminal.style("dim", hash)}`,
  ];
  if (unplaced.length === 0) return lines;
  const parts = unplaced.map((id) => excerpt(id)).join(", ");
  return [...lines, terminal.style("yellow", `no room in the budget for ${parts}`)];
}
