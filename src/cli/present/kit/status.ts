import { printable } from "../../../base/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"kit status"> = (output, terminal) => {
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
};

export default present;
