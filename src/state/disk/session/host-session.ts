import * as z from "zod";
import { type Change, noteChange } from "../../change.ts";

const label = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, {
  error: "must be one line of at most 512 characters",
});

/** The session of the program that hosts the agent; it becomes an alias of the state. */
export const hostInput = {
  host: label.optional().describe("Program that hosts the agent, such as claude or codex"),
  "host-session": label.optional().describe("Id of the session in that program"),
};

/** The host's session; undefined unless both parts are given. */
export function hostSessionOf(input: {
  readonly host?: string | undefined;
  readonly "host-session"?: string | undefined;
}): { readonly name: string; readonly session: string } | undefined {
  const { host, "host-session": session } = input;
  return host === undefined || session === undefined ? undefined : { name: host, session };
}

/** The note in the trail that makes a host's session an alias of the state; none when none was given. */
export function aliasChanges(host: ReturnType<typeof hostSessionOf>): readonly Change[] {
  if (host === undefined) return [];
  const details = { host: host.name, host_session_id: host.session };
  return [noteChange("state_aliased", { details })];
}

/** The parts of an anchor. */
export const anchorInput = {
  "current-task": z.string().optional().describe("Task in progress"),
  "next-step": z.string().optional().describe("Next step"),
  "plan-pointer": z.string().optional().describe("Location of the plan, such as a file"),
  decision: z.array(z.string()).optional().describe("A recent decision"),
  "last-failed-check": z.string().optional().describe("The last check that failed, and how"),
};

/** The parts of an anchor as the rules expect them. */
export function anchorRequest(
  input: {
    readonly [Key in keyof typeof anchorInput]?: z.infer<(typeof anchorInput)[Key]> | undefined;
  },
) {
  return {
    current_task: input["current-task"],
    next_step: input["next-step"],
    plan_pointer: input["plan-pointer"],
    last_decisions: input.decision,
    last_failed_check: input["last-failed-check"],
  };
}
