import * as z from "zod";
import type { Change } from "../../state/change.ts";
import { noteChange } from "../../state/change.ts";
import { activeEntries } from "../../state/load.ts";
import { findOutdated, type OutdatedEntry, referencesOf } from "../../state/session/freshness.ts";
import type { State } from "../../state/state.ts";
import { readProjectState } from "../state/project-files.ts";

const label = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, {
  error: "must be a short text in one line",
});

/** The session of a program that hosts the agent, for which an alias is kept. */
export const hostInput = {
  host: label.optional().describe("Program that hosts the agent, such as claude or codex"),
  "host-session": label.optional().describe("That program's own id of the session"),
};

/** The host's session that was named; undefined unless both parts were. */
export function hostSessionOf(input: {
  readonly host?: string | undefined;
  readonly "host-session"?: string | undefined;
}): { readonly name: string; readonly session: string } | undefined {
  const { host, "host-session": session } = input;
  return host === undefined || session === undefined ? undefined : { name: host, session };
}

/** The line of the trail that makes a host's session an alias of the state; none when none was named. */
export function aliasChanges(host: ReturnType<typeof hostSessionOf>): readonly Change[] {
  if (host === undefined) return [];
  const details = { host: host.name, host_session_id: host.session };
  return [noteChange("state_aliased", { details })];
}

/** What is said about where the work stands. */
export const anchorInput = {
  "current-task": z.string().optional().describe("What is being done"),
  "next-step": z.string().optional().describe("What comes next"),
  "plan-pointer": z.string().optional().describe("Where the plan is"),
  decision: z.array(z.string()).optional().describe("Decisions that were taken last"),
  "last-failed-check": z.string().optional().describe("The check that failed last, and how"),
};

/** What was said about where the work stands, as the rules take it. */
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

/** An anchor in an operation's output. */
export const anchorSchema = () =>
  z.object({
    current_task: z.string().nullable(),
    next_step: z.string().nullable(),
    plan_pointer: z.string().nullable(),
    last_decisions: z.array(z.string()).readonly(),
    last_failed_check: z.string().nullable(),
  });

/** A session in an operation's output. */
export const sessionSchema = () =>
  z.object({
    user_id: z.string(),
    session_id: z.string(),
    task_id: z.string(),
    is_current: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    checkpoint_at: z.string().nullable(),
    /** Who wrote the last checkpoint. */
    agent_id: z.string().nullable(),
    current_task: z.string().nullable(),
    entry_count: z.number(),
    token_count: z.number(),
    budget_tokens: z.number(),
    head_seq: z.number(),
    state_hash: z.string().nullable(),
  });

/** Which entries in force the files and the git repository of a project have overtaken. */
export async function findOutdatedEntries(
  root: string,
  state: State,
): Promise<readonly OutdatedEntry[]> {
  const entries = activeEntries(state);
  const marks = entries.map(referencesOf);
  const paths = new Set(marks.flatMap(({ files }) => files.map(({ path }) => path)));
  const commits = new Set(marks.flatMap(({ commit }) => commit ?? []));
  if (paths.size + commits.size === 0) return [];
  return findOutdated(entries, await readProjectState(root, { paths, commits }));
}
