import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly dry_run: boolean;
  readonly evicted: readonly {
    readonly id: string;
    readonly action: string;
    readonly reason: string;
  }[];
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { evicted, dry_run } = output;
  const verb = dry_run ? "would " : "";
  const lines = evicted.map(
    ({ id, action, reason }) =>
      `${verb}${action} ${excerpt(id)}  ${terminal.style("dim", excerpt(reason))}`,
  );
  const full = `${output.token_count} of ${output.budget_tokens} tokens`;
  return [...lines, evicted.length === 0 ? `nothing to evict; ${full}` : full];
}
