import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory projects"> = ({ units }) => {
  const lines = Object.entries(units).map(
    ([name, count]) => `${printable(name)}  ${formatCount(count, "unit")}`,
  );
  return lines.length === 0
    ? ["There are no units. To store one: holdall memory store TEXT"]
    : lines;
};

export default present;
