import * as z from "zod";
import { statuses } from "../../state/bodies.ts";
import { promote } from "../../state/transitions.ts";
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
  name: "state promote",
  summary: "Confirm an entry: it becomes validated, or what --status says",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.promote",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id"],
  examples: ["state promote queue-size"],
  input: z.object({
    id: entryId,
    status: z.enum(statuses).default("validated").describe("What it becomes"),
    ...changeInput,
  }),
  output: changedSchema,
  run: async (context, input) =>
    changedOutput(
      await changeHere(context, input, ({ state }) =>
        promote(state, { ...requestOf(input), id: input.id, status: input.status }),
      ),
    ),
});
