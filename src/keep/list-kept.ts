import * as z from "zod";
import type { Backup, KeptSession } from "../backup/backup.ts";
import { mergeSessions } from "../backup/merge-sessions.ts";
import { distinctPrefixes } from "../base/text/distinct-prefixes.ts";
import { namedFolder } from "../runtime/named-folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "../sessions/agent-sessions.ts";
import { knownMachine } from "../sessions/kept/usual-backup.ts";
import { keyOf } from "./find-all.ts";
import type { keptListInput } from "./inputs.ts";
import { openKept } from "./open-kept.ts";
import { type StoresToday, storesToday, unkeptSchema } from "./stores-today.ts";

/** A kept session in a list. */
export const keptSessionSchema = () =>
  z.object({
    agent: z.string(),
    id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    /** Bytes of its files. */
    bytes: z.number(),
    modified_at: z.string(),
    kept_since: z.string(),
    /** Whether its agent has it now; "elsewhere" is another machine, of which only that one knows. */
    state: z.enum(["there", "gone", "elsewhere"]),
    last_seen_at: z.string().nullable(),
    /** The run that did not find it; null also for one that went since the last run. */
    missing_since: z.string().nullable(),
    /** The machine that kept it. */
    host: z.string(),
    files: z.number(),
    /** Earlier contents of its logs that differ in what was kept before. */
    earlier: z.number(),
  });

/** A kept session in a list. */
export type ListedSession = z.infer<ReturnType<typeof keptSessionSchema>>;

/** Kept sessions, and how many there are elsewhere. */
export const keptListSchema = () =>
  z.object({
    found: z.number(),
    elsewhere: z.number(),
    now: z.string(),
    sessions: z.array(
      z.object({
        ...keptSessionSchema().shape,
        /** The beginning of its id that no other kept session has. */
        prefix: z.string(),
      }),
    ),
    /** Null where a seal hides what is kept, and where this machine never kept anything. */
    unkept: unkeptSchema().nullable(),
  });

/** Characters of an id that people recognise. */
const MIN_PREFIX = 8;

/** The kept sessions of a folder, an agent, or all, the newest first. */
export async function listKept(
  context: OperationContext,
  { all, gone, agent, folder, limit, from, identity }: z.infer<typeof keptListInput>,
): Promise<z.infer<ReturnType<typeof keptListSchema>>> {
  const backup = await openKept(context, { from, identity });
  const asked =
    folder === undefined ? context.cwd : namedFolder(context, folder, "list sessions of");
  const today = await storesToday(context, backup);
  const isHere = all && folder === undefined ? () => true : folderFilter(asked);
  const isGone = goneFilter(context, today);
  const every = mergeSessions(backup);
  const wanted = every.filter((session) => {
    return (agent === undefined || session.agent === agent) && (!gone || isGone(session));
  });
  const here = wanted.filter(isHere);
  const describe = describeKept(context, backup, today);
  const prefixes = distinctPrefixes(
    every.map(({ id }) => id),
    MIN_PREFIX,
  );
  return {
    found: here.length,
    elsewhere: wanted.length - here.length,
    now: context.now().toISOString(),
    sessions: here.slice(0, limit).map((session) => ({
      ...describe(session),
      prefix: prefixes.get(session.id) ?? session.id,
    })),
    unkept: today?.unkept ?? null,
  };
}

/** Whether the agent of a session has it no more: now if it is of this machine, of others as of their last run. */
export function goneFilter(
  context: OperationContext,
  today: StoresToday | null,
): (session: KeptSession) => boolean {
  const own = knownMachine(agentEnvironment(context));
  return ({ chain, agent, id, gone }) =>
    chain === own && today !== null ? today.gone.has(keyOf(agent, id)) : gone !== null;
}

/** Describes sessions of a backup as lists show them. */
export function describeKept(
  context: OperationContext,
  { runs }: Pick<Backup, "runs">,
  today: StoresToday | null,
): (session: KeptSession) => ListedSession {
  const own = knownMachine(agentEnvironment(context));
  const isGone = goneFilter(context, today);
  const hosts = new Map(runs.map(({ chain, host }) => [chain, host]));
  return (session) => {
    const { agent, id, title, cwd, kept_since, gone, chain, files, versions } = session;
    const here = isGone(session) ? "gone" : "there";
    return {
      agent,
      id,
      title,
      cwd,
      bytes: files[0]?.kind === "database" ? session.bytes : sum(versions),
      modified_at: timeOf(session.modified_ms),
      kept_since,
      state: chain === own ? here : "elsewhere",
      last_seen_at: gone?.last_seen_at ?? null,
      missing_since: gone?.missing_since ?? null,
      host: hosts.get(chain) ?? "",
      files: files.length,
      earlier: files.reduce((count, { earlier }) => count + earlier.length, 0),
    };
  };
}

/** A record may have a time that no clock shows. */
function timeOf(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

function sum(versions: KeptSession["versions"]): number {
  return versions.reduce((total, { bytes }) => total + bytes, 0);
}
