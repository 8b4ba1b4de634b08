import { isObject } from "../../base/json/value.ts";

/** One step of a plan that an agent keeps for itself. */
export interface PlanStep {
  readonly text: string;
  readonly done: boolean;
}

const MAX_STEPS = 200;
const MAX_STEP_LENGTH = 300;
const TEXT_KEYS = ["content", "step", "description", "title", "text"];

/** The steps of a plan as the agents spell them: a list of objects with a text and a status. */
export function planStepsOf(given: unknown): readonly PlanStep[] {
  if (!isObject(given)) return [];
  const list: readonly unknown[] = Object.values(given).find(Array.isArray) ?? [];
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
