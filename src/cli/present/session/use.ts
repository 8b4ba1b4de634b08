import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly created: boolean;
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const name = printable(`${output.user_id}/${output.session_id}/${output.task_id}`);
  const verb = output.created ? "begun and in use" : "in use";
  const full = `${output.token_count} of ${output.budget_tokens} tokens`;
  return [`${terminal.style("green", verb)}  ${name}  ${terminal.style("dim", full)}`];
}
