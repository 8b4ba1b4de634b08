import { formatCount } from "../../../base/text/format-count.ts";
import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context pack lint"> = ({ ok, packs, findings }, terminal) => {
  if (packs.length === 0) return ["There are no packs to check"];
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  return [
    `${verdict}  ${formatCount(packs.length, "pack")} checked`,
    ...findingLines(findings, terminal),
  ];
};

export default present;
