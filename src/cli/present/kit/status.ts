import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"kit status"> = (output, terminal) => {
  const name = printable(`${output.user_id}/${output.session_id}/${output.task_id}`);
  const title = `${terminal.style("bold", name)}  ${printable(output.collection)}`;
  if (!output.kit_initialized) return [title, "The state is empty; there is nothing to export"];
  const { entries, archived, head_seq, state_hash } = output;
  return [
    title,
    ...columns(
      [
        ["entries", `${entries} in force, ${archived} archived`],
        ["tokens", tokenUse(output)],
        ["last event", String(head_seq)],
        ["hash", state_hash],
        ["checkpoint", output.last_checkpoint ?? "none"],
      ],
      terminal,
    ),
  ];
};

export default present;
