import * as z from "zod";
import { findEntry } from "../../state/find.ts";
import { merge } from "../../state/transitions.ts";
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
  name: "state merge",
  summary: "Merge an entry into another; the first is archived, the second says both or TEXT",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.merge",
    sets: ["state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["from", "into", "text"],
  examples: ["state merge queue-rule queue-size"],
  input: z.object({
    from: entryId,
    into: z.string().min(1).describe("Id of the entry that stays"),
    text: z.string().optional().describe("What it says then; both texts unless told"),
    ...changeInput,
  }),
  output: changedSchema,
  run: async (context, input) =>
    changedOutput(
      await changeHere(context, input, async ({ state, contents }, { rules }) => {
        const both = [input.into, input.from].map((id) => findEntry(state, id, input.namespace));
        const said = await contents(both);
        const joined = both.map((entry) => said.get(entry) ?? "").join("\n\n");
        const content = input.text ?? joined;
        const tokens = rules.count(content);
        const request = { ...requestOf(input), id: input.into, from: input.from, content, tokens };
        return merge(state, request, rules);
      }),
    ),
});
