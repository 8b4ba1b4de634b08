import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"session use"> = (output, terminal) => {
  const name = printable(`${output.user_id}/${output.session_id}/${output.task_id}`);
  const verb = output.created ? "begun and in use" : "in use";
  const full = `${output.token_count} of ${output.budget_tokens} tokens`;
  return [`${terminal.style("green", verb)}  ${name}  ${terminal.style("dim", full)}`];
};

export default present;
