import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context telemetry acknowledge"> = (output) => {
  const { id, alert_type, acknowledged_at, acknowledged_by, changed } = output;
  const seen = `${printable(acknowledged_by ?? "")} at ${acknowledged_at ?? ""}`;
  return [
    changed
      ? `Acknowledged alert ${id} (${alert_type})`
      : `Alert ${id} (${alert_type}) was already acknowledged by ${seen}`,
  ];
};

export default present;
