import type { EventRecord } from "../../model/task-bundle-records.ts";
import type { Step } from "../compare/step.ts";

const types = {
  command: "run_command",
  read: "read_file",
  write: "edit_file",
  tool: "use_tool",
  request: "request",
  error: "error",
  event: "note",
} as const satisfies Record<Step["kind"], string>;

/** A step of a session as an event; one without a time gets that of the step before. */
export function eventOfStep(step: Step, at: string): EventRecord {
  const { kind, subject, exitCode, error, ok } = step;
  const failed = ok === false ? `${error ?? "failed"}` : null;
  return {
    type: types[kind],
    at: step.at ?? at,
    detail: failed ?? (kind === "command" || kind === "read" || kind === "write" ? "" : subject),
    ...(kind === "command" ? { command: subject } : {}),
    ...(kind === "read" || kind === "write" ? { path: subject } : {}),
    ...(exitCode === null ? {} : { exitCode }),
  };
}
