/**
 * Resumes a state. An address that matches several sessions is ambiguous and returns the
 * candidates; a search by words takes the newest match. Unless it only peeks, it selects the state,
 * records who continues, and counts the entries as read.
 */

import * as z from "zod";
import { inWorkspace } from "../../runtime/workspace.ts";
import {
  findResumable,
  noSession,
  resumeInput,
  resumeSession,
} from "../../state/disk/session/resume-session.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { describeSessions } from "../../state/session/list-sessions.ts";
import { resumedText } from "../../state/session/model-text.ts";
import { packetSchema } from "../../state/session/resume-packet.ts";
import { sessionSchema } from "../../state/session/session-result.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "session resume",
  summary: "Resume a state: its entries, the next step, and which entries may be outdated",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: [
    {
      name: "memory.session.resume",
      title: "Continue work",
      sets: ["core", "memory"],
      summary:
        "Continue earlier work: what was decided, what constrains it, what comes next. Call it once at the beginning of a session; later use state.show.",
      parameterNames: addressAliases,
      only: ["user", "session", "task", "agent-id", "slot", "budget", "actor", "origin", "store"],
      text: resumedText,
    },
    {
      name: "memory.session.resume_by_task",
      title: "Continue work found by words",
      sets: ["core", "memory"],
      summary:
        "Continue the newest session whose task or entries contain these words. Use it when the user names the work and not the session.",
      parameterNames: { task_query: "query", user_id: "user" },
      only: ["query", "user", "agent-id", "slot", "budget", "actor", "origin", "store"],
      text: resumedText,
    },
  ],
  positionals: ["query"],
  examples: ["session resume parser", "session resume --session release --peek --json"],
  input: resumeInput,
  output: () =>
    z.object({
      packet: packetSchema().nullable(),
      matched_session_id: z.string().nullable(),
      matched_task_id: z.string().nullable(),
      /** Other sessions that match; without a packet, those to choose from. */
      alternatives: z.array(sessionSchema()),
    }),
  run: (context, input) =>
    inWorkspace(
      context,
      { store: input.store, effect: input.peek ? "read" : "write" },
      async (ledger) => {
        const settings = stateSettings(context, ledger, input);
        const found = await findResumable(ledger, input);
        const [first, ...others] = found;
        if (first === undefined) throw noSession();
        // Words select the newest match. An address that matches several sessions is ambiguous.
        const isOne = others.length === 0 || input.query !== undefined;
        const alternatives = await ledger.read((tx) =>
          describeSessions(tx, isOne ? others : found),
        );
        if (!isOne) {
          return { packet: null, matched_session_id: null, matched_task_id: null, alternatives };
        }
        const packet = await resumeSession(ledger, { input, settings, found: first });
        const { session: matched_session_id, task: matched_task_id } = first.address;
        return { packet, matched_session_id, matched_task_id, alternatives };
      },
    ),
  exitCode: ({ packet }) => (packet === null ? 1 : 0),
});
