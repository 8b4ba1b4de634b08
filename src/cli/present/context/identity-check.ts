import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context identity check"> = (output, terminal) => {
  const { ok, responsibility_id: id, legacy, findings } = output;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  const state = legacy ? "may work without a golden identity for now" : "golden identity";
  return [`${verdict} ${id}: ${state}`, ...findingLines(findings, terminal)];
};

export default present;
