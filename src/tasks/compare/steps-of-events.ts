import type { JsonObject } from "../../base/json/value.ts";
import { ownValue, textOf } from "../../model/task-bundle.ts";
import { eventTypes } from "./event-of-step.ts";
import { type KeyedStep, keyedStep, type StepKind } from "./step.ts";

const FAILED = /(?:^|[._-])(?:error|fail(?:ed|ure)?|crash(?:ed)?)(?:$|[._-])/i;
const WRITTEN = /(?:edit|writ|creat|delet|patch|chang|modif|mov|renam|add|remov)/i;
// Events of the original often have only a type and a sentence: "read_file", "Read src/greet.ts".
const COMMAND = /^(?:run|exec|shell)_?command$/i;
const FILE = /^(?:read|write|edit|create|delete)_?file$/i;
const NAMED_FILE = /^[A-Za-z]{3,10} ([\w./-]{1,1000})$/;

/** Types of the events with which `task run` frames what an agent did. */
export const runEvents = { start: "start", ended: "run_ended", failed: "run_failed" } as const;

/** Whether an event of a captured run is no step of the agent: its start, and an end that went well. */
export function isFrame(event: JsonObject): boolean {
  const type = textOf(event, "type");
  return type === runEvents.start || type === runEvents.ended;
}

/** An event of a task bundle as a step. */
export function stepOfEvent(event: JsonObject): KeyedStep {
  const type = textOf(event, "type") ?? "";
  const detail = textOf(event, "detail") ?? "";
  const command = textOf(event, "command") ?? (COMMAND.test(type) ? detail : null);
  const path = textOf(event, "path") ?? (FILE.test(type) ? NAMED_FILE.exec(detail)?.[1] : null);
  const exit = ownValue(event, "exitCode");
  const exitCode = typeof exit === "number" ? exit : null;
  const hasFailed = FAILED.test(type) || (exitCode !== null && exitCode !== 0);
  const recorded = ownValue(event, "ok");
  const seen = hasFailed ? false : exitCode === 0 ? true : null;
  const ok = typeof recorded === "boolean" ? recorded : seen;
  const error = textOf(event, "error") ?? (hasFailed ? detail : null);
  const result = { ok, exitCode, error, at: textOf(event, "at") };
  if (command) return keyedStep({ kind: "command", subject: command, ...result }, null);
  if (path) return keyedStep({ kind: fileKind(type), subject: path, ...result }, null);
  if (FAILED.test(type)) return keyedStep({ kind: "error", subject: detail, ...result }, null);
  if (type === eventTypes.tool)
    return keyedStep({ kind: "tool", subject: detail, ...result }, null);
  if (type === eventTypes.request) {
    return keyedStep({ kind: "request", subject: detail, ...result }, null);
  }
  return keyedStep({ kind: "event", subject: `${type}: ${detail}`, ...result }, null);
}

function fileKind(type: string): StepKind {
  return WRITTEN.test(type) ? "write" : "read";
}
