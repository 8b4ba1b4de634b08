import type { Presenter } from "../presenter.ts";
import { compactionLines } from "./compact.ts";

const present: Presenter<"thread schedule"> = (output, terminal) => {
  const policy = terminal.style("dim", `  Policy: ${output.policy_id}`);
  return [...compactionLines(output, output.decision, terminal), policy];
};

export default present;
