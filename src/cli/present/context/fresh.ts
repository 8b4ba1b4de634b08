import type { Presenter } from "../presenter.ts";

const present: Presenter<"context fresh"> = ({ responsibilities }, terminal) => {
  if (responsibilities.length === 0) return ["There are no responsibilities here"];
  return responsibilities.map(({ responsibility_id: id, fresh, stale, refreshed }) => {
    if (refreshed)
      return `${terminal.style("green", "Refreshed")} ${id}: ${stale.join(", ")} had changed`;
    if (fresh) return `${terminal.style("green", "Fresh")} ${id}`;
    return `${terminal.style("yellow", "Stale")} ${id}: ${stale.join(", ")} changed since (--fix refreshes)`;
  });
};

export default present;
