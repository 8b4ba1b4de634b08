import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { integer } from "../../runtime/integer.ts";
import { namedFolder } from "../../runtime/named-folder.ts";
import {
  agentEnvironment,
  folderFilter,
  type UnreadableStore,
} from "../../sessions/agent-sessions.ts";
import { handedOverIds } from "../../sessions/handoff-record.ts";
import { listSessions } from "../../sessions/index/list-sessions.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { sessionDetails } from "../../sessions/index/session-details.ts";
import { describe, pickSessions, sessionSchema, timeFilter } from "../../sessions/list-sessions.ts";
import { RUNS_HELP } from "../../sessions/task-runs.ts";
import { defineOperation } from "../operation/define-operation.ts";

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
    runs: z.boolean().default(false).describe(RUNS_HELP),
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
      /** Runs of tasks that are not listed. */
      runs: z.number(),
      now: z.string(),
      /** Stores of agents that are there and cannot be read completely. */
      unreadable: z.array(z.object({ agent: z.string(), reason: z.string() })),
      sessions: z.array(sessionSchema()),
    }),
  async run(context, { all, agent, folder, limit, since, until, at, runs: withRuns }) {
    const asked = folder === undefined ? null : namedFolder(context, folder, "list sessions of");
    const isWanted = timeFilter(context, { since, until, at });
    return withIndex(context, async (database) => {
      const unreadable: UnreadableStore[] = [];
      const { sessions: list, known } = await listSessions(
        context,
        database,
        agent ?? null,
        (store) => void unreadable.push(store),
      );
      const isEverywhere = all && asked === null;
      const { picked, found, elsewhere, runs } = pickSessions(list, {
        here: context.cwd,
        isHere: folderFilter(context.cwd),
        isListed: isEverywhere ? null : folderFilter(asked ?? context.cwd),
        isWanted,
        withRuns,
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
        at_other_times: list.length - found - elsewhere - runs,
        runs,
        now: context.now().toISOString(),
        unreadable,
        sessions,
      };
    });
  },
});
