import * as z from "zod";
import { statuses } from "../../state/bodies.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { commitHere, committedSchema, textInput } from "./commit-entry.ts";
import { changeInput } from "./entry-change.ts";

export default defineOperation({
  name: "state update",
  summary: "Give an entry other words, if it still has the version that you have seen",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.update",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id", "text"],
  examples: ["state update release-days 'Releases are cut on Tuesdays' --expect-version 1"],
  input: z.object({
    id: z.string().min(1).describe("Id of the entry"),
    text: z.string().describe("What it says from now on; - reads standard input"),
    status: z.enum(statuses).optional().describe("How sure it is"),
    ...textInput,
    ...changeInput,
    "expect-version": integer(1).describe("The version of the entry that you have seen"),
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id, status, "expect-version": expect_version } = input;
    return commitHere(context, input, { id, status, expect_version, decided: true });
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
