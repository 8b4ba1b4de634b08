import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry prune"> = ({ before, removed }) => [
  `Removed ${formatCount(removed, "measurement")} from before ${before}`,
];

export default present;
