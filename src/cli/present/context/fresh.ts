import type { Presenter } from "../presenter.ts";

const present: Presenter<"context fresh"> = ({ responsibilities }, terminal) => {
  if (responsibilities.length === 0) return ["There are no responsibilities here"];
  return responsibilities.map(({ responsibility_id: id, fresh, stale, refreshed }) => {
    const isNew = stale.includes("bundle");
    if (refreshed) {
      const why = isNew ? "files were missing" : `${stale.join(", ")} had changed`;
      return `${terminal.style("green", "Refreshed")} ${id}: ${why}`;
    }
    if (fresh) return `${terminal.style("green", "Fresh")} ${id}`;
    const why = isNew
      ? "not all files have been written (--fix writes them)"
      : `${stale.join(", ")} changed since (--fix refreshes)`;
    return `${terminal.style("yellow", "Stale")} ${id}: ${why}`;
  });
};

export default present;
