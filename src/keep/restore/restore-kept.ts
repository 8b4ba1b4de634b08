import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import type { Backup, KeptSession } from "../../backup/backup.ts";
import { loadKeptAgent } from "../../backup/materialise.ts";
import { mergeSessions } from "../../backup/merge-sessions.ts";
import { HoldallError, messageOf } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { undoneCopies } from "../../sessions/handoff-record.ts";
import type { restoreInput } from "../inputs.ts";
import { findKept, openKept } from "../open-kept.ts";
import { type KeptFileToPlace, placeKeptFiles } from "./place-kept.ts";
import { planSession, type SessionPlan } from "./plan-session.ts";
import { restoreMoved } from "./restore-moved.ts";

/** What became of a session. */
const restoredSchema = () =>
  z.object({
    agent: z.string(),
    id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    /**
     * "moved" was placed by its agent's writer, with its folder mapped or into a database; "there" was the same already;
     * "newer" and "different" were left as they are.
     */
    state: z.enum(["restored", "moved", "there", "newer", "different", "failed"]),
    /** Its main file or its database. */
    path: z.string().nullable(),
    files: z.number(),
    bytes: z.number(),
    resume: z.array(z.array(z.string()).readonly()).readonly(),
    notes: z.array(z.string()).readonly(),
    reason: z.string().nullable(),
  });

/** What became of a session. */
export type Restored = z.infer<ReturnType<typeof restoredSchema>>;

/** What became of sessions. */
export const restoreSchema = () =>
  z.object({ dry_run: z.boolean(), sessions: z.array(restoredSchema()).readonly() });

type RestoreInput = z.infer<typeof restoreInput>;

interface Restoring {
  readonly backup: Backup;
  readonly environment: AgentEnvironment;
  readonly mapFolder: (folder: string) => string;
  readonly isDry: boolean;
}

/** Puts kept sessions back where their agents look for them. One that was named and cannot be put back is refused. */
export async function restoreKept(
  context: OperationContext,
  input: RestoreInput,
): Promise<z.infer<ReturnType<typeof restoreSchema>>> {
  const backup = await openKept(context, input);
  const environment =
    input.into === undefined
      ? agentEnvironment(context)
      : { home: path.resolve(context.cwd, input.into), env: {} };
  const mapFolder = folderMapping(input.map);
  const restoring = { backup, environment, mapFolder, isDry: input["dry-run"] };
  const chosen = chooseSessions(backup, input, undoneCopies(agentEnvironment(context)));
  const plans = await planAll(context, restoring, chosen);
  if (!input.all) plans.forEach(requireFree);
  const sessions = await restoreAll(context, restoring, plans);
  return { dry_run: input["dry-run"], sessions };
}

/** The sessions that were named, or all but copies whose handoff was undone. */
function chooseSessions(
  backup: Backup,
  { sessions: names = [], all, agent }: RestoreInput,
  isUndone: ReturnType<typeof undoneCopies>,
): readonly KeptSession[] {
  if (all === names.length > 0) {
    throw new HoldallError("E_USAGE", "Cannot restore: name sessions, or all with --all", {
      cure: "see `holdall keep list --all`",
    });
  }
  const sessions = mergeSessions(backup).filter(
    (each) => agent === undefined || each.agent === agent,
  );
  if (!all) return names.map((name) => findKept(sessions, name));
  // Of one that two machines continued, the newest; the newest content of a database first.
  const wanted = sessions.filter((each) => !isUndone(each));
  const byKey = Map.groupBy(wanted, (each) => `${each.agent}/${each.id}`);
  const chosen = [...byKey.values()].flatMap(([newest]) => newest ?? []);
  return chosen.sort((left, right) => databaseTime(right) - databaseTime(left));
}

function databaseTime({ files, versions }: KeptSession): number {
  return files[0]?.kind === "database" ? (versions[0]?.modified_ms ?? 0) : 0;
}

/** A session and what is to happen with it; or why nothing can happen with it. */
type Plan = SessionPlan | { readonly session: KeptSession; readonly reason: string };

async function planAll(
  context: OperationContext,
  { backup, environment, mapFolder }: Restoring,
  sessions: readonly KeptSession[],
): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  /** Databases that will be there, with the content that is placed. */
  const databases = new Map<string, string>();
  for (const session of sessions) {
    context.signal.throwIfAborted();
    context.progress(`compared ${plans.length} of ${sessions.length} sessions`);
    try {
      const plan = await planSession(backup, session, environment);
      const isMapped = session.cwd !== null && mapFolder(session.cwd) !== session.cwd;
      const isAbsent = plan.state === "restore" && !plan.files.some(({ replaces }) => replaces);
      const isDatabase = session.files[0]?.kind === "database";
      const known = databases.get(plan.main);
      if (isMapped && isAbsent) plans.push({ ...plan, state: "import", files: [] });
      else if (isDatabase && plan.state === "restore" && known !== undefined) {
        const isInside = known === session.versions[0]?.id;
        plans.push({ ...plan, state: isInside ? "restore" : "import", files: [] });
      } else {
        if (isDatabase && plan.state === "restore") {
          databases.set(plan.main, session.versions[0]?.id ?? "");
        }
        plans.push(plan);
      }
    } catch (error) {
      plans.push({ session, reason: reasonOf(error) });
    }
  }
  return plans;
}

/** Refuses what would change something newer or different, before anything is written. */
function requireFree(plan: Plan): void {
  const { id } = plan.session;
  if ("reason" in plan)
    throw new HoldallError("E_PROTECTED", `Cannot restore session "${id}": ${plan.reason}`);
  if (plan.state !== "newer" && plan.state !== "different") return;
  const state =
    plan.state === "newer"
      ? `"${plan.main}" has all of it and more`
      : `"${plan.conflict}" is there and differs`;
  throw new HoldallError("E_PROTECTED", `Cannot restore session "${id}": ${state}`, {
    cure: "move that file away first, or restore beside it with --into FOLDER",
  });
}

async function restoreAll(
  context: OperationContext,
  restoring: Restoring,
  plans: readonly Plan[],
): Promise<readonly Restored[]> {
  const files = plans.flatMap((plan) => ("reason" in plan ? [] : plan.files));
  const taken = restoring.isDry ? new Set<string>() : await place(context, restoring.backup, files);
  const rows: Restored[] = [];
  for (const plan of plans) {
    context.signal.throwIfAborted();
    if ("reason" in plan)
      rows.push({ ...rowOf(plan.session), state: "failed", reason: plan.reason });
    else if (plan.state === "import") rows.push(await importOne(context, restoring, plan));
    else rows.push(await describe(restoring, plan, taken));
  }
  return rows;
}

/** Of files that several sessions share, each is placed once; main files last, so that no list shows half a session. */
async function place(
  context: OperationContext,
  backup: Backup,
  files: readonly KeptFileToPlace[],
): Promise<ReadonlySet<string>> {
  const once = [...new Map(files.map((file) => [file.target, file])).values()];
  let done = 0;
  const onFile = () => {
    context.signal.throwIfAborted();
    context.progress(`restored ${done++} of ${once.length} files`);
  };
  return new Set(await placeKeptFiles(backup, once.reverse(), onFile));
}

function rowOf({ agent, id, title, cwd }: KeptSession): Omit<Restored, "state"> {
  return {
    agent,
    id,
    title,
    cwd,
    path: null,
    files: 0,
    bytes: 0,
    resume: [],
    notes: [],
    reason: null,
  };
}

async function describe(
  { environment, mapFolder }: Restoring,
  { session, state, files, main, conflict }: SessionPlan,
  taken: ReadonlySet<string>,
): Promise<Restored> {
  const { writer } = await loadKeptAgent(session.agent);
  const settings = (await writer?.readSettings(environment)) ?? {};
  const resume = writer?.resumeCommands({ session_id: session.id, path: main }, settings) ?? [];
  const lost = files.find(({ target }) => taken.has(target));
  const cwd = session.cwd && mapFolder(session.cwd);
  const row = { ...rowOf(session), cwd, path: main, resume, reason: conflict };
  if (lost !== undefined)
    return { ...row, state: "failed", reason: `"${lost.target}" was created meanwhile` };
  if (state !== "restore") return { ...row, state: state === "import" ? "moved" : state };
  const bytes = files.reduce((sum, { version }) => sum + version.bytes, 0);
  return { ...row, state: "restored", files: files.length, bytes };
}

async function importOne(
  context: OperationContext,
  { backup, environment, mapFolder, isDry }: Restoring,
  plan: SessionPlan,
): Promise<Restored> {
  const { session } = plan;
  const cwd = mapFolder(session.cwd ?? context.cwd);
  const row = { ...rowOf(session), cwd };
  if (isDry) return { ...row, state: "moved" };
  try {
    const placed = await restoreMoved(context, { backup, session, environment, cwd });
    const { session_id: id, path: file, created, resume, notes } = placed;
    return { ...row, id, state: "moved", path: file, files: created.length, resume, notes };
  } catch (error) {
    context.signal.throwIfAborted();
    return { ...row, state: "failed", reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof HoldallError && error.cure) return `${error.message}; ${error.cure}`;
  return messageOf(error);
}

/** The mapping of folders that `--map OLD=NEW` names. */
export function folderMapping(map: string | undefined): (folder: string) => string {
  if (map === undefined) return (folder) => folder;
  const at = map.indexOf("=");
  const from = path.normalize(map.slice(0, at)).replace(/(?<=.)[/\\]$/, "");
  const to = path.normalize(map.slice(at + 1)).replace(/(?<=.)[/\\]$/, "");
  if (at < 1 || !path.isAbsolute(from) || !path.isAbsolute(to)) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot map "${map}": it is not OLD=NEW with two absolute paths`,
      {
        cure: "for example --map /home/anna=/Users/anna",
      },
    );
  }
  return (folder) => {
    if (folder === from) return to;
    return folder.startsWith(from + path.sep)
      ? path.join(to, folder.slice(from.length + 1))
      : folder;
  };
}
