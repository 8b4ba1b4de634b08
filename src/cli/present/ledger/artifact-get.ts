import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly bytes: number;
  readonly total_bytes: number;
  readonly next_offset_bytes: number | null;
  readonly content: string;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { next_offset_bytes: next, bytes, total_bytes: total } = output;
  const more = `${bytes} of ${total} bytes; go on with --offset ${next}`;
  return [printable(output.content), ...(next === null ? [] : [terminal.style("dim", more)])];
}
