import { HoldallError } from "../../base/errors.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import type { TaskBundle } from "../../model/task-bundle.ts";
import type { TaskReading } from "./read-task.ts";

/** The task of a reading, or an error with its findings when there is too little to read. */
export function requireValidModel(reading: TaskReading, doing: string): TaskBundle {
  if (reading.task !== null) return reading.task;
  requireValid(reading, doing);
  throw new HoldallError("E_FORMAT", `Cannot ${doing}: it could not be read`);
}

/** The task of a reading without errors; otherwise an error with the findings. */
export function requireValidTask(reading: TaskReading, doing: string): TaskBundle {
  requireValid(reading, doing);
  return requireValidModel(reading, doing);
}
