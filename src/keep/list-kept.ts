import * as z from "zod";
import type { Backup, KeptSession } from "../backup/backup.ts";
import { mergeSessions } from "../backup/merge-sessions.ts";
import { namedFolder } from "../runtime/named-folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "../sessions/agent-sessions.ts";
import { knownMachine } from "../sessions/kept/usual-backup.ts";
import type { listInput } from "./inputs.ts";
import { openKept } from "./open-kept.ts";

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
    /** Whether its agent has it, as of the last run; "elsewhere" is another machine, of which only that one knows. */
    state: z.enum(["there", "gone", "elsewhere"]),
    last_seen_at: z.string().nullable(),
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
    sessions: z.array(keptSessionSchema()),
  });

/** The kept sessions of a folder, an agent, or all, the newest first. */
export async function listKept(
  context: OperationContext,
  { all, gone, agent, folder, limit, from, identity }: z.infer<typeof listInput>,
): Promise<z.infer<ReturnType<typeof keptListSchema>>> {
  const backup = await openKept(context, { from, identity });
  const asked =
    folder === undefined ? context.cwd : namedFolder(context, folder, "list sessions of");
  const isHere = all && folder === undefined ? () => true : folderFilter(asked);
  const wanted = mergeSessions(backup).filter((session) => {
    const isGone = session.gone !== null;
    return (agent === undefined || session.agent === agent) && (!gone || isGone);
  });
  const here = wanted.filter(isHere);
  return {
    found: here.length,
    elsewhere: wanted.length - here.length,
    now: context.now().toISOString(),
    sessions: here.slice(0, limit).map(describeKept(context, backup)),
  };
}

/** Describes sessions of a backup as lists show them. */
export function describeKept(
  context: OperationContext,
  { runs }: Pick<Backup, "runs">,
): (session: KeptSession) => ListedSession {
  const own = knownMachine(agentEnvironment(context));
  const hosts = new Map(runs.map(({ chain, host }) => [chain, host]));
  return (session) => {
    const { agent, id, title, cwd, kept_since, gone, chain, files, versions } = session;
    const here = gone === null ? "there" : "gone";
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
