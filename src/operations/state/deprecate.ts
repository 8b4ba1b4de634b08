import * as z from "zod";
import { putAway } from "../../state/transitions.ts";
import { defineOperation } from "../operation/define-operation.ts";
import {
  changedOutput,
  changedSchema,
  changeHere,
  changeInput,
  requestOf,
} from "./entry-change.ts";
import { entryId } from "./input.ts";

export default defineOperation({
  name: "state deprecate",
  summary: "Take an entry out of force because it no longer holds",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.deprecate",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id"],
  examples: ["state deprecate old-node --reason 'we moved on'"],
  input: z.object({
    id: entryId,
    ...changeInput,
  }),
  output: changedSchema,
  run: async (context, input) =>
    changedOutput(
      await changeHere(context, input, ({ state }) =>
        putAway(state, { ...requestOf(input), id: input.id }, "deprecate"),
      ),
    ),
});
