import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";

interface Output {
  readonly kit_initialized: boolean;
  readonly collection: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly entries: number;
  readonly archived: number;
  readonly token_count: number;
  readonly budget_tokens: number;
  readonly head_seq: number;
  readonly state_hash: string;
  readonly last_checkpoint: string | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const name = printable(`${output.user_id}/${output.session_id}/${output.task_id}`);
  const title = `${terminal.style("bold", name)}  ${printable(output.collection)}`;
  if (!output.kit_initialized)
    return [title, "nothing was committed yet: there is nothing to export"];
  const { entries, archived, token_count, budget_tokens, head_seq, state_hash } = output;
  return [
    title,
    ...columns(
      [
        ["entries", `${entries} in force, ${archived} archived`],
        ["tokens", `${token_count} of ${budget_tokens}`],
        ["last event", String(head_seq)],
        ["hash", state_hash],
        ["checkpoint", output.last_checkpoint ?? "none"],
      ],
      terminal,
    ),
  ];
}
