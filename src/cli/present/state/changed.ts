import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly state: string;
  readonly evicted: readonly string[];
  readonly token_count: number;
  readonly budget_tokens: number;
}

/** What became of an entry, in one line. */
export default function present(output: Output, terminal: Terminal): string[] {
  const { id, version, status, state, evicted } = output;
  const facts = `v${version}, ${status}; ${output.token_count} of ${output.budget_tokens} tokens`;
  const lines = [
    `${terminal.style("green", state)} ${excerpt(id)}  ${terminal.style("dim", facts)}`,
  ];
  if (evicted.length > 0) {
    lines.push(`made room by archiving ${evicted.map((each) => excerpt(each)).join(", ")}`);
  }
  return lines;
}
