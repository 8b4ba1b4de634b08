import { formatBytes, formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly dry_run: boolean;
  readonly kept: number;
  readonly removed: readonly string[];
  readonly bytes: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const verb = output.dry_run ? "would remove" : terminal.style("green", "removed");
  return [
    ...output.removed.map((name) => `  ${name}`),
    `${verb}  ${formatCount(output.removed.length, "artifact")} (${formatBytes(output.bytes)}), ${output.kept} kept`,
  ];
}
