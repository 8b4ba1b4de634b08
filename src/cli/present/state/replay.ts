import type { Presenter } from "../presenter.ts";
import presentState from "./show.ts";

const present: Presenter<"state replay" | "kit replay"> = (output, terminal) => {
  const when = `After event ${output.head_seq} (${output.event}) at ${output.at}`;
  return [terminal.style("dim", when), ...presentState(output, terminal)];
};

export default present;
