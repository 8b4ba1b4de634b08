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
  const use = `the state uses ${tokenUse(output)}`;
  if (!adopted) {
    return [`Nothing to adopt in ${printable(state)}: it has all that the dream proposes; ${use}`];
  }
  const change = `${formatCount(events, "event")} in ${printable(state)}`;
  return [`${terminal.style("green", "Adopted")} ${change}; ${use}`];
};

export default present;
