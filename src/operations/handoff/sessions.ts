import * as z from "zod";
import { listShownSessions } from "../../sessions/acp/list-shown.ts";
import { listedText } from "../../sessions/found-sessions-text.ts";
import { listInput } from "../../sessions/list-input.ts";
import { listStoredSessions } from "../../sessions/list-stored.ts";
import { listedSessionSchema } from "../../sessions/listed-session.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "sessions",
  summary: "List the sessions of every agent in this folder (--all: everywhere), newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "person"],
  withheld: { http: "it lists sessions of other projects" },
  tool: {
    name: "sessions.list",
    title: "List sessions",
    sets: ["core", "sessions"],
    summary: "List past sessions of this project; use it for what was done when.",
    only: ["agent", "since", "limit"],
    text: listedText,
  },
  positionals: [],
  aliases: { v: "verbose" },
  examples: [
    "sessions",
    "sessions --all --agent claude",
    "sessions --all --since yesterday --verbose",
    "sessions --json",
  ],
  input: listInput,
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
      sessions: z.array(listedSessionSchema()),
      /** Whether only sessions with a star were asked for. */
      starred: z.boolean(),
      /** How the sessions are to be printed. */
      verbose: z.boolean(),
    }),
  async run(context, asked) {
    const listed = await (asked.acp === undefined
      ? listStoredSessions(context, asked)
      : listShownSessions(context, asked, asked.acp));
    return { ...listed, starred: asked.starred, verbose: asked.verbose };
  },
});
