import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry snapshot"> = ({ path, metrics }) => [
  `Wrote ${excerpt(path, 200)} (${formatCount(metrics, "measurement")})`,
];

export default present;
