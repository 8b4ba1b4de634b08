import type { Settings } from "../drivers/driver.ts";
import type { Script, Step } from "../model/script.ts";
import type { DriverName } from "../programs.ts";

/** How a scenario is recorded with one agent. */
export interface Plan {
  /** What the user types; the first begins the session, each other one continues it. */
  readonly prompts: readonly string[];
  readonly script: Script;
  readonly settings?: Settings;
  /** The user presses Ctrl-C while the model is answering the last prompt. */
  readonly isInterrupted?: true;
  /** Words of the summary that takes the place of what was compacted. */
  readonly summary?: string;
  /** What must not leave the machine. */
  readonly secret?: string;
  /** Words that a tool found, and that no model may take for an order. */
  readonly order?: string;
}

/** Why an agent has no such session. */
export interface Absence {
  readonly reason: string;
}

/** A kind of session. */
export interface Scenario {
  readonly title: string;
  plan(agent: DriverName): Plan | Absence;
}

/** Whether an agent has such a session. */
export function isPlan(plan: Plan | Absence): plan is Plan {
  return "prompts" in plan;
}

/** A step that only says something. */
export function reply(text: string): Step {
  return { parts: [{ text }] };
}
