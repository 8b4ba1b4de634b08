import * as z from "zod";
import type { AgentSession } from "../agents/agent-session.ts";
import { messageOf } from "../base/errors.ts";
import { parseMoment } from "../runtime/moment.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { PriceTable } from "../tasks/read/prices.ts";
import type { folderFilter } from "./agent-sessions.ts";
import type { SessionList } from "./index/list-sessions.ts";
import type { SessionDetail } from "./index/read-session.ts";
import { resumeCommand } from "./resume-command.ts";
import { priceDays, sessionUseSchema } from "./session-use.ts";
import { isTaskRun } from "./task-runs.ts";

/** A session in a list. */
export const listedSessionSchema = () =>
  z.object({
    /** Its place in this list, by which commands take it until the next list is shown; null beyond 999. */
    number: z.number().nullable(),
    agent: z.string(),
    id: z.string(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    version: z.string().nullable(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    /** Its file; of a session that a server listed, the command of the server. */
    path: z.string(),
    bytes: z.number().nullable(),
    messages: z.number().nullable(),
    tokens: z.number().nullable(),
    ...sessionUseSchema(),
    /** The command that continues it in its own agent, in its folder; null where none is known. */
    resume: z.array(z.string()).nullable(),
    modified_at: z.string().nullable(),
    /** Put away in the agent's own list. */
    archived: z.boolean(),
    /** Created by a handoff. */
    handed_over: z.boolean(),
    /** Marked by the user with `star`. */
    starred: z.boolean(),
    /** Set where only a backup has it: deleted at its agent, or of another machine. */
    kept: z.enum(["gone", "elsewhere"]).nullable(),
    /** Why it could not be read, if so. */
    fault: z.string().nullable(),
  });

/** Which sessions are listed; null where every folder, every time or every session is wanted. */
interface Selection {
  /** The folder in which the user works. */
  readonly here: string;
  readonly isListed: ReturnType<typeof folderFilter> | null;
  readonly isWanted: ((modified_ms: number) => boolean) | null;
  readonly isStarred: ((session: AgentSession["session"]) => boolean) | null;
  /** Whether runs of tasks are listed. */
  readonly withRuns: boolean;
  readonly limit: number;
}

/** What was picked of a list, and how many sessions were counted. */
interface Picking {
  /** Their ranks in the list. */
  readonly picked: readonly number[];
  readonly found: number;
  readonly elsewhere: number;
  readonly atOtherTimes: number;
  /** Runs of tasks that are not listed. */
  readonly runs: number;
}

/** Counts sessions, and picks the newest of those to be listed. */
export function pickSessions(
  list: SessionList,
  { here, isListed, isWanted, isStarred, withRuns, limit }: Selection,
): Picking {
  const picked: number[] = [];
  let found = 0;
  let elsewhere = 0;
  let atOtherTimes = 0;
  let runs = 0;
  for (let rank = 0; rank < list.length; rank++) {
    const session = { cwd: list.cwdAt(rank) };
    if (!withRuns && isTaskRun(session, here)) {
      runs++;
      continue;
    }
    if (isStarred?.(list.at(rank).session) === false) continue;
    if (isWanted?.(list.modifiedAt(rank)) === false) {
      atOtherTimes++;
      continue;
    }
    if (isListed?.(session) === false) elsewhere++;
    else if (++found <= limit) picked.push(rank);
  }
  return { picked, found, elsewhere, atOtherTimes, runs };
}

/** Which times of the last change are wanted; null when all are. */
export function timeFilter(
  context: OperationContext,
  times: Partial<Record<"since" | "until" | "at", string | undefined>>,
): ((modified_ms: number) => boolean) | null {
  if (Object.values(times).every((time) => time === undefined)) return null;
  const moment = (text: string | undefined) =>
    text === undefined ? null : parseMoment(text, context.now());
  const since = moment(times.since)?.getTime() ?? Number.NEGATIVE_INFINITY;
  const until = moment(times.until)?.getTime() ?? Number.POSITIVE_INFINITY;
  const day = moment(times.at)?.toDateString();
  return (modified_ms) =>
    modified_ms >= since &&
    modified_ms < until &&
    (day === undefined || new Date(modified_ms).toDateString() === day);
}

const UNREAD: SessionDetail = {
  title: null,
  model: null,
  version: null,
  branch: null,
  messages: 0,
  tokens: null,
  activity: { days: [], worked_ms: null, calls: 0 },
};

/** One session that cannot be read does not hide the others. */
export async function describe(
  found: AgentSession,
  detailOf: (found: AgentSession) => Promise<SessionDetail>,
  prices: PriceTable,
) {
  const { session, agent } = found;
  let read: SessionDetail = UNREAD;
  let fault: string | null = null;
  try {
    read = await detailOf(found);
  } catch (error) {
    fault = messageOf(error);
  }
  const { activity, ...detail } = read;
  const resume = found.kept === undefined ? resumeCommand(agent, session) : null;
  return {
    agent: session.agent,
    id: session.id,
    ...detail,
    messages: fault === null ? detail.messages : null,
    calls: fault === null ? activity.calls : null,
    worked_ms: activity.worked_ms,
    ...priceDays(activity.days, prices),
    resume: resume === null ? null : [...resume],
    cwd: session.cwd,
    path: session.path,
    bytes: session.bytes,
    modified_at: new Date(session.modified_ms).toISOString(),
    archived: session.archived === true,
    kept: found.kept?.state ?? null,
    fault,
  };
}
