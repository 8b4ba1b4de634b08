import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry export"> = ({ metrics, alerts }) => [
  ...metrics.map(
    ({ recorded_at, metric_name, metric_value, unit, status, responsibility_id }) =>
      `${recorded_at}  ${metric_name} ${metric_value} ${excerpt(unit)}  ${status}  ${responsibility_id ?? ""}`,
  ),
  ...alerts.map(
    ({ created_at, alert_type, severity, note }) =>
      `${created_at}  alert ${alert_type}  ${severity}  ${excerpt(note ?? "", 120)}`,
  ),
  `${formatCount(metrics.length, "measurement")}, ${formatCount(alerts.length, "alert")}`,
];

export default present;
