import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory commit"> = (output, terminal) => {
  const verb = output.dry_run ? "would commit" : "committed";
  const facts = [
    `${output.rejected_relevance} beside the point`,
    `${output.rejected_redundant} redundant`,
    `${output.conflicts} contradict`,
    `${output.rejected_saturated} without room`,
    `${output.evicted} evicted`,
    `${output.token_count} of ${output.budget_tokens} tokens`,
  ];
  const context =
    output.committed_context === "" ? [] : ["", ...printable(output.committed_context).split("\n")];
  return [
    `${verb} ${output.admitted} of ${output.candidates} units  ${terminal.style("dim", facts.join(", "))}`,
    ...context,
  ];
};

export default present;
