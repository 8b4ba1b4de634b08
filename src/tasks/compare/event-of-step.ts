import type { EventRecord } from "../../model/task-bundle-records.ts";
import type { Step, StepKind } from "./step.ts";

/** The type of the event for each kind of step. */
export const eventTypes = {
  command: "run_command",
  read: "read_file",
  write: "edit_file",
  tool: "use_tool",
  request: "request",
  error: "error",
  event: "note",
} as const satisfies Record<StepKind, string>;

/** A step as an event, which `stepOfEvent` reads as the same step; one without a time gets the given one. */
export function eventOfStep(step: Step, at: string): EventRecord {
  const { kind, subject, ok, exitCode, error } = step;
  const isFile = kind === "read" || kind === "write";
  const isNamed = kind === "command" || isFile;
  return {
    type: eventTypes[kind],
    at: step.at ?? at,
    detail: isNamed ? (error ?? "") : subject,
    ...(kind === "command" ? { command: subject } : {}),
    ...(isFile ? { path: subject } : {}),
    ...(exitCode === null ? {} : { exitCode }),
    ...(ok === null ? {} : { ok }),
    ...(error === null || kind === "error" ? {} : { error }),
  };
}
