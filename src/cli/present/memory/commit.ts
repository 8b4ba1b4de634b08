import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"memory commit"> = (output, terminal) => {
  const verb = output.dry_run ? "Would commit" : "Committed";
  const facts = [
    `${output.rejected_relevance} not relevant`,
    `${output.rejected_redundant} redundant`,
    `${output.conflicts} contradicting`,
    `${output.rejected_saturated} over the budget`,
    `${output.evicted} evicted`,
    `the state uses ${tokenUse(output)}`,
  ];
  const context =
    output.committed_context === "" ? [] : ["", ...printable(output.committed_context).split("\n")];
  return [
    `${verb} ${output.admitted} of ${formatCount(output.candidates, "unit")}  ${terminal.style("dim", facts.join(", "))}`,
    ...context,
  ];
};

export default present;
