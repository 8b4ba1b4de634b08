import type { Terminal } from "../../terminal.ts";
import { sizeOf } from "../bundle/pack.ts";
import { counted } from "../counted.ts";

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
    `${verb}  ${counted(output.removed.length, "artifact")} (${sizeOf(output.bytes)}), ${output.kept} kept`,
  ];
}
