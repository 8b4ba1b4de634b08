import { formatCount } from "../../../base/format-count.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly signature: string;
  readonly files: number;
  readonly key_type: string;
  readonly fingerprint: string;
}

export default function present(output: Output, terminal: Terminal): string[] {
  return [
    `${terminal.style("green", "signed")}  ${formatCount(output.files, "file")} with ${output.key_type} ${output.fingerprint}`,
    `        ${terminal.path(output.signature)}`,
  ];
}
