import * as z from "zod";
import { findEntry } from "../../state/find.ts";
import { restore } from "../../state/transitions.ts";
import { findWhole } from "../../state/whole.ts";
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
  name: "state restore",
  summary: "Bring an archived or shortened entry back with its whole text, if there is room",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.restore",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["id"],
  examples: ["state restore drafts"],
  input: z.object({ id: entryId, ...changeInput }),
  output: changedSchema,
  run: async (context, input) =>
    changedOutput(
      await changeHere(context, input, async ({ state, tx }, { rules }) => {
        const entry = findEntry(state, input.id, input.namespace);
        const whole = await findWhole(tx, entry, rules.count);
        return restore(state, { ...requestOf(input), id: input.id, whole }, rules);
      }),
    ),
});
