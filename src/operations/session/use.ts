import * as z from "zod";
import { actorInput } from "../../runtime/actor.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { noteChange } from "../../state/change.ts";
import { changeEntry } from "../../state/disk/change-entry.ts";
import { aliasChanges, hostInput, hostSessionOf } from "../../state/disk/session/host-session.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "session use",
  summary: "Select the current state of the workspace; creates it if necessary",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.session.use",
    title: "Choose the current state",
    sets: ["core", "state"],
    summary:
      "Choose the state that all other tools work on, by user, session and task; it is created if necessary. Use it only when the work belongs to another session.",
    parameterNames: addressAliases,
  },
  positionals: ["session"],
  examples: ["session use release --task api"],
  input: z.object({
    ...addressInput,
    session: addressInput.session
      .unwrap()
      .describe("Session part of the state's address; `default` is the initial one"),
    ...hostInput,
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      user_id: z.string(),
      session_id: z.string(),
      task_id: z.string(),
      created: z.boolean(),
      ...stateNumbersSchema(),
    }),
  async run(context, input) {
    const host = hostSessionOf(input);
    const { state, result } = await changeEntry(context, input, ({ isNew }) => ({
      changes: [noteChange("state_selected", {}), ...aliasChanges(host)],
      result: isNew,
    }));
    const { user: user_id, session: session_id, task: task_id } = state.address;
    return { user_id, session_id, task_id, created: result, ...stateNumbers(state) };
  },
});
