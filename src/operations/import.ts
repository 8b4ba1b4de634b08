import * as z from "zod";
import { importSession } from "../transcripts/import-session.ts";
import { resolveSession } from "./agent-sessions.ts";
import { defineOperation } from "./define-operation.ts";
import { restingSession } from "./resting-session.ts";
import { actorInput, actorOf } from "./thread-input.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

export default defineOperation({
  name: "import",
  summary: "Bring an agent's session into the workspace; again, only what is new",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it reads other agents' stores", http: "as for MCP" },
  positionals: ["from"],
  examples: ["import claude", "import codex --session 0199", "import ./session.jsonl"],
  input: z.object({
    from: z.string().describe("An agent (its newest session here), a session id, or a path"),
    session: z.string().optional().describe("Session of the agent; else its newest in this folder"),
    wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      agent: z.string(),
      session_id: z.string(),
      thread_id: z.string(),
      stream: z.string(),
      appended: z.number(),
      known: z.number(),
      messages: z.number(),
    }),
  async run(context, given) {
    const found = await resolveSession(context, given.from, given.session);
    const { agent, session } = await restingSession(context, found, given.wait);
    const source = await agent.open(session);
    const { transcript_id, ...counts } = await inWorkspace(
      context,
      { store: given.store, effect: "write" },
      (ledger) =>
        importSession(ledger, agent, source, {
          actor: actorOf(given),
          progress: (records) => context.progress(`${records} records`),
        }),
    );
    return { agent: agent.name, session_id: session.id, thread_id: transcript_id, ...counts };
  },
});
