import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
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
