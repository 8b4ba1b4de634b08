import { excerpt } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry snapshot"> = ({ path, metrics }) => [
  `Wrote ${excerpt(path, 200)} (${metrics} measurements)`,
];

export default present;
