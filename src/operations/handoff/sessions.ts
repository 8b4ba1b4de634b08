import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { type AgentSession, agentEnvironment, findSessions, isInFolder } from "./agent-sessions.ts";
import { listRecords } from "./handoff-record.ts";
import { openSessionIndex, type SessionDetail } from "./session-index.ts";

const sessionSchema = () =>
  z.object({
    agent: z.string(),
    id: z.string(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    version: z.string().nullable(),
    cwd: z.string().nullable(),
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
  summary: "List the sessions of every agent on this machine, newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "it lists sessions of other projects", http: "as for MCP" },
  positionals: [],
  examples: ["sessions", "sessions --all --agent claude", "sessions --json"],
  input: z.object({
    all: z.boolean().default(false).describe("Sessions of every folder, not only this one"),
    agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
    limit: integer(1).max(100_000).default(50).describe("Maximum number of sessions"),
  }),
  output: () =>
    z.object({
      folder: z.string().nullable(),
      found: z.number(),
      elsewhere: z.number(),
      now: z.string(),
      sessions: z.array(sessionSchema()),
    }),
  async run(context, { all, agent, limit }) {
    const everything = await findSessions(context, agent ?? null);
    const here = all
      ? everything
      : everything.filter(({ session }) => isInFolder(session, context.cwd));
    const environment = agentEnvironment(context);
    const index = openSessionIndex(environment);
    const copies = new Set(listRecords(environment).map(({ record }) => record.session_id));
    const sessions = [];
    for (const found of here.slice(0, limit)) {
      context.signal.throwIfAborted();
      context.progress(`reading session ${sessions.length + 1} of ${Math.min(limit, here.length)}`);
      const described = await describe(found, (one) => index.detailOf(one));
      sessions.push({ ...described, handed_over: copies.has(found.session.id) });
    }
    index.save();
    return {
      folder: all ? null : context.cwd,
      found: here.length,
      elsewhere: everything.length - here.length,
      now: context.now().toISOString(),
      sessions,
    };
  },
});

const UNREAD: SessionDetail = {
  title: null,
  model: null,
  version: null,
  messages: 0,
  tokens: null,
};

/** One session that cannot be read does not hide the others. */
async function describe(
  found: AgentSession,
  detailOf: (found: AgentSession) => Promise<SessionDetail>,
) {
  const { session } = found;
  let [detail, fault]: [SessionDetail, string | null] = [UNREAD, null];
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
