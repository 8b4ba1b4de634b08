import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"dream adopt"> = (output, terminal) => {
  const { state, adopted, events } = output;
  if (!adopted && events > 0) {
    const change = `${formatCount(events, "event")} in ${printable(state)}`;
    return [`Preview; nothing was changed. Would adopt ${change}`];
  }
  const verb = adopted ? terminal.style("green", "Adopted") : "Already adopted:";
  return [
    `${verb} ${formatCount(events, "event")} in ${printable(state)}; the state uses ${tokenUse(output)}`,
  ];
};

export default present;
