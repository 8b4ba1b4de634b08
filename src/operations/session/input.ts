import * as z from "zod";
import type { Change } from "../../state/change.ts";
import { noteChange } from "../../state/change.ts";
import { activeEntries } from "../../state/load.ts";
import { findOutdated, type OutdatedEntry, referencesOf } from "../../state/session/freshness.ts";
import { readProjectState } from "../../state/settings/project-files.ts";
import type { State } from "../../state/state.ts";

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
    /** The agent that wrote the last checkpoint. */
    agent_id: z.string().nullable(),
    current_task: z.string().nullable(),
    entry_count: z.number(),
    token_count: z.number(),
    budget_tokens: z.number(),
    head_seq: z.number(),
    state_hash: z.string().nullable(),
  });

/** An entry whose files or Git commit have changed, in an operation's output. */
export const outdatedEntrySchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    changed: z.array(z.string()).readonly(),
    missing: z.array(z.string()).readonly(),
    commit_lost: z.boolean(),
  });

/** Finds entries in force whose files or Git commit have changed. */
export async function findOutdatedEntries(
  root: string,
  state: State,
): Promise<readonly OutdatedEntry[]> {
  const entries = activeEntries(state);
  const references = entries.map(referencesOf);
  const paths = new Set(references.flatMap(({ files }) => files.map(({ path }) => path)));
  const commits = new Set(references.flatMap(({ commit }) => commit ?? []));
  if (paths.size + commits.size === 0) return [];
  return findOutdated(entries, await readProjectState(root, { paths, commits }));
}
