import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread new"> = ({ thread_id, title }, terminal) => {
  const about = title === null ? "" : `: ${printable(title)}`;
  return [`${terminal.style("green", "Created")} thread ${thread_id}${about}`];
};

export default present;
