import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory rebuild"> = ({ indexed }) => {
  return [`Rebuilt the search index of ${formatCount(indexed, "unit")}`];
};

export default present;
