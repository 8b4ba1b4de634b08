import { formatCount } from "../../../base/text/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { missingCure } from "./missing.ts";

const present: Presenter<"context validate"> = (output, terminal) => {
  const { ok, responsibility_id: id, violations, warnings, passed, score } = output;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  return [
    `${verdict} ${id}: ${formatCount(passed.length, "file")} passed, score ${score.toFixed(2)}`,
    ...findingLines([...violations, ...warnings], terminal),
    ...missingCure(violations, id),
  ];
};

export default present;
