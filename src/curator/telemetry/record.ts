import { HoldallError } from "../../base/errors.ts";
import type { NewEvent } from "../../ledger/append.ts";
import type { Actor } from "../../model/event.ts";
import { telemetryStream } from "../streams.ts";
import { type RecordedBody, recordedSchema } from "./bodies.ts";

/** The events that record measurements and the alerts that they raise. */
export function measurementEvents(
  { workspace, actor }: { readonly workspace: string; readonly actor: Actor },
  measurements: readonly RecordedBody[],
): readonly NewEvent[] {
  return measurements.map((measurement) => {
    const parsed = recordedSchema.safeParse(measurement);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success) {
      const where = issue?.path.map(String).join(".") ?? "";
      throw new HoldallError("E_SHAPE", `Cannot record a measurement: ${where} ${issue?.message}`);
    }
    const present = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    const body = Object.fromEntries(present);
    return { stream: telemetryStream(workspace), type: "telemetry_recorded", actor, body };
  });
}
