import { isObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";

/** One step of a plan that an agent keeps for itself. */
export interface PlanStep {
  readonly text: string;
  readonly done: boolean;
}

const MAX_STEPS = 200;
const MAX_STEP_LENGTH = 300;
const TEXT_KEYS = ["content", "step", "description", "title", "text"];

/** The steps of a plan as the agents spell them: a list of objects with a text and a status. */
export function planStepsOf(input: unknown): readonly PlanStep[] {
  if (!isObject(input)) return [];
  const list: readonly unknown[] = Object.values(input).find(Array.isArray) ?? [];
  return list.slice(0, MAX_STEPS).flatMap((step) => {
    if (!isObject(step)) return [];
    const text = TEXT_KEYS.map((key) => step[key]).find((value) => typeof value === "string");
    if (typeof text !== "string") return [];
    return [
      {
        text: text.slice(0, MAX_STEP_LENGTH),
        done: /^(?:completed|done)$/.test(String(step.status)),
      },
    ];
  });
}

/** Tasks that an agent adds and changes one by one. */
export interface TaskList {
  /** The tasks after a call that succeeded; null when the call is about none. */
  apply(call: ToolCall, result: string): readonly PlanStep[] | null;
}

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

/** Begins with none. A result names the number of a new task: "Task #3 created". */
export function createTaskList(): TaskList {
  const tasks = new Map<string, PlanStep>();
  return {
    apply({ name, arguments: input }, result) {
      if (!/^Task(?:Create|Update)$/.test(name) || !isObject(input)) return null;
      const isNew = name === "TaskCreate";
      const number = /#(\d{1,6})/.exec(result.slice(0, 200))?.[1] ?? String(tasks.size + 1);
      const id = isNew ? number : String(input.taskId);
      const old = isNew ? { text: "", done: false } : tasks.get(id);
      if (old === undefined) return null;
      const text = typeof input.subject === "string" ? input.subject : old.text;
      const status = String(input.status ?? "");
      const done = status === "" ? old.done : status === "completed";
      if (status === "deleted") tasks.delete(id);
      else if (isNew && tasks.size >= MAX_STEPS) return null;
      else tasks.set(id, { text: text.slice(0, MAX_STEP_LENGTH), done });
      return [...tasks.values()];
    },
  };
}
