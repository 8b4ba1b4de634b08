import * as z from "zod";
import type { AgentSession } from "../../agents/agent-session.ts";
import { agents } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "../../sessions/agent-sessions.ts";
import { handedOverIds } from "../../sessions/handoff-record.ts";
import { listSessions, type SessionList } from "../../sessions/index/list-sessions.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import type { SessionDetail } from "../../sessions/index/read-session.ts";
import { sessionDetails } from "../../sessions/index/session-details.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { parseMoment } from "../operation/moment.ts";
import { namedFolder } from "../operation/named-folder.ts";

const sessionSchema = () =>
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
    path: z.string(),
    bytes: z.number(),
    messages: z.number().nullable(),
    tokens: z.number().nullable(),
    modified_at: z.string(),
    /** Put away in the agent's own list. */
    archived: z.boolean(),
    /** Created by a handoff. */
    handed_over: z.boolean(),
    /** Why it could not be read, if so. */
    fault: z.string().nullable(),
  });

export default defineOperation({
  name: "sessions",
  summary: "List the sessions of every agent in this folder (--all: everywhere), newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it lists sessions of other projects", http: "as for MCP" },
  positionals: [],
  examples: [
    "sessions",
    "sessions --all --agent claude",
    "sessions --all --since yesterday",
    "sessions --json",
  ],
  input: z.object({
    all: z.boolean().default(false).describe("Sessions of every folder, not only this one"),
    agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
    folder: z
      .string()
      .optional()
      .describe("Only sessions of this folder or below it (default: the current folder)"),
    since: z
      .string()
      .optional()
      .describe("Only sessions written to since then: yesterday, 2d, a date"),
    until: z
      .string()
      .optional()
      .describe("Only sessions last written to before: yesterday, 2d, a date"),
    at: z.string().optional().describe("Only sessions last written to on this day: 2d, a date"),
    limit: integer(1).max(100_000).default(50).describe("Maximum number of sessions"),
  }),
  output: () =>
    z.object({
      folder: z.string().nullable(),
      /** The only agent whose sessions were asked for; null for all. */
      agent: z.string().nullable(),
      found: z.number(),
      elsewhere: z.number(),
      /** Sessions that were last written to at another time than the one asked for. */
      at_other_times: z.number(),
      now: z.string(),
      sessions: z.array(sessionSchema()),
    }),
  async run(context, { all, agent, folder, limit, ...times }) {
    const asked = folder === undefined ? null : namedFolder(context, folder, "list sessions of");
    const isWanted = timeFilter(context, times);
    return withIndex(context, async (database) => {
      const { sessions: list, known } = await listSessions(context, database, agent ?? null);
      const isEverywhere = all && asked === null;
      const { picked, found, elsewhere } = pickSessions(list, {
        isHere: folderFilter(context.cwd),
        isListed: isEverywhere ? null : folderFilter(asked ?? context.cwd),
        isWanted,
        limit,
      });
      const copies = handedOverIds(agentEnvironment(context));
      const details = sessionDetails(database, known);
      const sessions = [];
      for (const { rank, number } of picked) {
        context.signal.throwIfAborted();
        context.progress(`reading session ${sessions.length + 1}`);
        const one = list.at(rank);
        const described = await describe(one, (session) => details.of(session));
        const numbered = { number: agent === undefined ? number : null, ...described };
        sessions.push({ ...numbered, handed_over: copies.has(one.session.id) });
      }
      details.save();
      return {
        folder: isEverywhere ? null : (asked ?? context.cwd),
        agent: agent ?? null,
        found,
        elsewhere,
        at_other_times: list.length - found - elsewhere,
        now: context.now().toISOString(),
        sessions,
      };
    });
  },
});

/** Which sessions are listed; null where every folder or every time is wanted. */
interface Selection {
  readonly isHere: ReturnType<typeof folderFilter>;
  readonly isListed: ReturnType<typeof folderFilter> | null;
  readonly isWanted: ((modified_ms: number) => boolean) | null;
  readonly limit: number;
}

/** Counts sessions, and picks the newest of those to be listed, with their numbers in this folder. */
function pickSessions(
  list: SessionList,
  { isHere, isListed, isWanted, limit }: Selection,
): { readonly picked: readonly Picked[]; readonly found: number; readonly elsewhere: number } {
  const isAll = isListed === null && isWanted === null;
  const picked: Picked[] = [];
  let here = 0;
  let found = 0;
  let elsewhere = 0;
  for (let rank = 0; rank < list.length; rank++) {
    if (isAll && found === limit) return { picked, found: list.length, elsewhere };
    const session = { cwd: list.cwdAt(rank) };
    const number = isHere(session) ? ++here : null;
    if (isWanted?.(list.modifiedAt(rank)) === false) continue;
    if (isListed?.(session) === false) elsewhere++;
    else if (++found <= limit) picked.push({ rank, number });
  }
  return { picked, found, elsewhere };
}

/** A session of a list, and its number in this folder. */
interface Picked {
  readonly rank: number;
  readonly number: number | null;
}

/** Which times of the last change are wanted; null when all are. */
function timeFilter(
  context: OperationContext,
  times: Partial<Record<"since" | "until" | "at", string | undefined>>,
): ((modified_ms: number) => boolean) | null {
  if (Object.values(times).every((time) => time === undefined)) return null;
  const moment = (words: string | undefined) =>
    words === undefined ? null : parseMoment(words, context.now());
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
async function describe(
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
