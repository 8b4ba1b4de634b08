import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"session use"> = (output, terminal) => {
  const name = printable(`${output.user_id}/${output.session_id}/${output.task_id}`);
  const verb = output.created ? "Created and selected" : "Selected";
  const facts = terminal.style("dim", tokenUse(output));
  return [`${terminal.style("green", verb)} state ${name}  ${facts}`];
};

export default present;
