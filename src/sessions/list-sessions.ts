import * as z from "zod";
import type { AgentSession } from "../agents/agent-session.ts";
import { parseMoment } from "../runtime/moment.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { folderFilter } from "./agent-sessions.ts";
import type { SessionList } from "./index/list-sessions.ts";
import type { SessionDetail } from "./index/read-session.ts";
import { isTaskRun } from "./task-runs.ts";

/** A session in a list. */
export const sessionSchema = () =>
  z.object({
    /** Its place among the sessions of this folder, by which `handoff` and `show` take it; null elsewhere. */
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
    modified_at: z.string().nullable(),
    /** Put away in the agent's own list. */
    archived: z.boolean(),
    /** Created by a handoff. */
    handed_over: z.boolean(),
    /** Why it could not be read, if so. */
    fault: z.string().nullable(),
  });

/** Which sessions are listed; null where every folder or every time is wanted. */
interface Selection {
  /** The folder in which the user works. */
  readonly here: string;
  readonly isHere: ReturnType<typeof folderFilter>;
  readonly isListed: ReturnType<typeof folderFilter> | null;
  readonly isWanted: ((modified_ms: number) => boolean) | null;
  /** Whether runs of tasks are listed; they have no number. */
  readonly withRuns: boolean;
  readonly limit: number;
}

/** What was picked of a list, and how many sessions were counted. */
interface Picking {
  readonly picked: readonly Picked[];
  readonly found: number;
  readonly elsewhere: number;
  /** Runs of tasks that are not listed. */
  readonly runs: number;
}

/** Counts sessions, and picks the newest of those to be listed, with their numbers in this folder. */
export function pickSessions(
  list: SessionList,
  { here, isHere, isListed, isWanted, withRuns, limit }: Selection,
): Picking {
  const picked: Picked[] = [];
  let last = 0;
  let found = 0;
  let elsewhere = 0;
  let runs = 0;
  for (let rank = 0; rank < list.length; rank++) {
    const session = { cwd: list.cwdAt(rank) };
    const isRun = isTaskRun(session, here);
    if (isRun && !withRuns) {
      runs++;
      continue;
    }
    const number = !isRun && isHere(session) ? ++last : null;
    if (isWanted?.(list.modifiedAt(rank)) === false) continue;
    if (isListed?.(session) === false) elsewhere++;
    else if (++found <= limit) picked.push({ rank, number });
  }
  return { picked, found, elsewhere, runs };
}

/** A session of a list, and its number in this folder. */
interface Picked {
  readonly rank: number;
  readonly number: number | null;
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
};

/** One session that cannot be read does not hide the others. */
export async function describe(
  found: AgentSession,
  detailOf: (found: AgentSession) => Promise<SessionDetail>,
) {
  const { session } = found;
  let detail: SessionDetail = UNREAD;
  let fault: string | null = null;
  try {
    detail = await detailOf(found);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  return {
    agent: session.agent,
    id: session.id,
    ...detail,
    messages: fault === null ? detail.messages : null,
    cwd: session.cwd,
    path: session.path,
    bytes: session.bytes,
    modified_at: new Date(session.modified_ms).toISOString(),
    archived: session.archived === true,
    fault,
  };
}
