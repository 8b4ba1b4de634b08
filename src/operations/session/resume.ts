/**
 * Resumes a state. An address that matches several sessions is ambiguous and returns the
 * candidates; a search by words takes the newest match. Unless it only peeks, it selects the state,
 * records who continues, and counts the entries as read.
 */

import {
  resumedSchema,
  resumeInput,
  resumeState,
} from "../../state/disk/session/resume-session.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { resumedText } from "../../state/session/model-text.ts";
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
  output: resumedSchema,
  run: resumeState,
  exitCode: ({ packet }) => (packet === null ? 1 : 0),
});
