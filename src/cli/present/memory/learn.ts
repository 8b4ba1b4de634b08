import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";
import presentStored from "./store.ts";

const present: Presenter<"memory learn"> = (output, terminal) => {
  const { length } = output.replaced;
  return [
    ...presentStored(output, terminal),
    ...(length === 0 ? [] : [`Replaced ${formatCount(length, "earlier version")}`]),
  ];
};

export default present;
