import { formatCount } from "../../../base/text/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { missingCure } from "./missing.ts";

const present: Presenter<"context verify"> = (output, terminal) => {
  const { ok, responsibility_id: id, refreshes, bundle, findings } = output;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  const recorded = formatCount(refreshes, "recorded refresh", "recorded refreshes");
  return [
    `${verdict} ${id}: bundle ${bundle.slice(0, 12)}, ${recorded}`,
    ...findingLines(findings, terminal),
    ...missingCure(findings, id),
  ];
};

export default present;
