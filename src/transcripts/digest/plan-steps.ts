import { isObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";

/** One step of a plan that an agent keeps for itself. */
export interface PlanStep {
  readonly text: string;
  readonly done: boolean;
  /** Whether it was begun: an agent that is done often forgets to tick the last one off. */
  readonly isStarted: boolean;
}

const MAX_STEPS = 200;
const MAX_STEP_LENGTH = 300;
const TEXT_KEYS = ["content", "step", "description", "title", "text"];
/** A step that was given up is not open either. */
const CLOSED = /^(?:completed?|done|cancell?ed|deleted|skipped|resolved)$/i;
const STARTED = /^in[_ -]?progress$|^active$|^doing$/i;

/** The steps of a plan as the agents spell them: a list of objects with a text and a status. */
export function planStepsOf(input: unknown): readonly PlanStep[] {
  if (!isObject(input)) return [];
  const list: readonly unknown[] = Object.values(input).find(Array.isArray) ?? [];
  return list.slice(0, MAX_STEPS).flatMap((step) => {
    if (!isObject(step)) return [];
    const text = TEXT_KEYS.map((key) => step[key]).find((value) => typeof value === "string");
    return typeof text === "string" ? [stepOf(text, String(step.status))] : [];
  });
}

function stepOf(text: string, status: string): PlanStep {
  const done = CLOSED.test(status);
  return { text: text.slice(0, MAX_STEP_LENGTH), done, isStarted: STARTED.test(status) };
}

/** Tasks that an agent and its teammates add and change one by one. */
export interface TaskList {
  /** The tasks after a call that succeeded; null when the call is about none. */
  apply(call: ToolCall, result: string): readonly PlanStep[] | null;
  /** The tasks after a teammate's report about some of them by their number; null when it names none. */
  report(text: string): readonly PlanStep[] | null;
}

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

const TASK_TOOL = /^Task(?:Create|Update|List)$/;

/** Whether a tool changes or lists the tasks that a conversation and its teammates share. */
export function isTaskTool(name: string): boolean {
  return TASK_TOOL.test(name);
}

/** A line of a list: "#5 [in_progress] Compare the texts". */
// regex: linear in a line, and a line is entered once
const LISTED = /^#(\d{1,6})\.? \[(\w{1,20})\] (.{1,400})$/gm;
/** A report that names a task: a notification in JSON, or a sentence. */
// regex: 4,000 characters are looked at, and every repetition is bounded
const REPORTED =
  /"(?:completedTaskId|taskId)"\s?:\s?"(\d{1,6})"|\btask #?(\d{1,6})\b.{0,80}?\b(?:completed?|done|finished)\b|\b(?:completed?|done|finished)\b.{0,40}?\btask #?(\d{1,6})\b/gi;
const MAX_REPORT = 4000;

/** Begins with none. A result names the number of a new task: "Task #3 created". */
export function createTaskList(): TaskList {
  const tasks = new Map<string, PlanStep>();
  return {
    apply({ name, arguments: input }, result) {
      if (!isTaskTool(name) || !isObject(input)) return null;
      if (name === "TaskList") return relist(tasks, result);
      const isNew = name === "TaskCreate";
      const number = /#(\d{1,6})/.exec(result.slice(0, 200))?.[1] ?? String(tasks.size + 1);
      const id = isNew ? number : String(input.taskId);
      const old = isNew ? stepOf("", "pending") : tasks.get(id);
      if (old === undefined) return null;
      const text = typeof input.subject === "string" ? input.subject : old.text;
      const status = String(input.status ?? "");
      if (status === "deleted") tasks.delete(id);
      else if (isNew && tasks.size >= MAX_STEPS) return null;
      else if (status === "") tasks.set(id, { ...old, text: text.slice(0, MAX_STEP_LENGTH) });
      else tasks.set(id, stepOf(text, status));
      return [...tasks.values()];
    },
    report(text) {
      let isChanged = false;
      for (const [all, ...ids] of text.slice(0, MAX_REPORT).matchAll(REPORTED)) {
        const id = ids.find((each) => each !== undefined) ?? "";
        const task = tasks.get(id);
        const isOpen = /\b(?:not|isn't|cannot|blocked|failed)\b/i.test(all);
        if (task === undefined || task.done || isOpen) continue;
        tasks.set(id, { ...task, done: true });
        isChanged = true;
      }
      return isChanged ? [...tasks.values()] : null;
    },
  };
}

/** A list replaces what was known: who prints it knows what teammates did. */
function relist(tasks: Map<string, PlanStep>, result: string): readonly PlanStep[] | null {
  const found = [...result.slice(0, 64 * 1024).matchAll(LISTED)].slice(0, MAX_STEPS);
  if (found.length === 0) return null;
  tasks.clear();
  for (const [, id = "", status = "", text = ""] of found) tasks.set(id, stepOf(text, status));
  return [...tasks.values()];
}
