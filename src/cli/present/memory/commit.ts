import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly committed_context: string;
  readonly candidates: number;
  readonly admitted: number;
  readonly rejected_relevance: number;
  readonly rejected_redundant: number;
  readonly rejected_saturated: number;
  readonly conflicts: number;
  readonly evicted: number;
  readonly dry_run: boolean;
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const verb = output.dry_run ? "would commit" : "committed";
  const facts = [
    `${output.rejected_relevance} beside the point`,
    `${output.rejected_redundant} redundant`,
    `${output.conflicts} contradict`,
    `${output.rejected_saturated} without room`,
    `${output.evicted} evicted`,
    `${output.token_count} of ${output.budget_tokens} tokens`,
  ];
  const context =
    output.committed_context === "" ? [] : ["", ...printable(output.committed_context).split("\n")];
  return [
    `${verb} ${output.admitted} of ${output.candidates} units  ${terminal.style("dim", facts.join(", "))}`,
    ...context,
  ];
}
