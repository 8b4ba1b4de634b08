import { printable } from "../../../base/text.ts";
import { type Explanation, explanationLines } from "../../../compile/explain.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly message_id: string;
  readonly strategy: string;
  readonly from_seq: number;
  readonly bundle_artifact_id: string;
  readonly bytes: number;
  readonly recorded: boolean;
  readonly explanation: Explanation | null;
  readonly bundle: { readonly items: readonly unknown[] } | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { bundle, bytes, strategy, explanation } = output;
  if (explanation !== null) return explanationLines(explanation).map((line) => printable(line));
  const what = output.recorded ? terminal.style("green", "recorded") : "compiled";
  const size = `${bundle?.items.length ?? 0} items, ${bytes} bytes`;
  return [
    `${what}  ${size} for message ${output.message_id} (${strategy}, up to #${output.from_seq})`,
    `  bundle ${output.bundle_artifact_id}; see it with --raw, or why with --explain`,
  ];
}
