import * as z from "zod";
import { statuses } from "../../state/bodies.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { commitHere, committedSchema, textInput } from "./commit-entry.ts";
import { changeInput } from "./entry-change.ts";
import { entryId } from "./input.ts";

export default defineOperation({
  name: "state supersede",
  summary: "Replace an entry by another; the old one is archived and each names the other",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.supersede",
    sets: ["memory", "state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id", "text"],
  aliases: { "new-id": "as" },
  examples: ["state supersede crates 'The core crates are written in Go'"],
  input: z.object({
    id: entryId,
    text: z.string().describe("What holds from now on; - reads standard input"),
    as: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be a short text in one line" })
      .optional()
      .describe("Id of the new entry"),
    status: z.enum(statuses).optional().describe("How sure it is"),
    ...textInput,
    ...changeInput,
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id: supersedes, as: id, status, "expect-version": supersedes_version } = input;
    const more = { id, supersedes, supersedes_version, status, decided: true };
    return commitHere(context, input, more);
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
