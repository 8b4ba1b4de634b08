import type { Terminal } from "../../terminal.ts";
import presentState, { type ShownState } from "./show.ts";

type Output = ShownState & { readonly at: string; readonly event: string };

export default function present(output: Output, terminal: Terminal): string[] {
  const when = `as it was after event ${output.head_seq} (${output.event}) at ${output.at}`;
  return [terminal.style("dim", when), ...presentState(output, terminal)];
}
