/**
 * Sets the anchor. Parts that are not given stay as they are. The anchor is also entered as entries
 * of the state, as far as the budget allows; what does not fit is reported as `unplaced`.
 */

import * as z from "zod";
import { actorInput } from "../../runtime/actor.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { changeEntry } from "../../state/disk/change-entry.ts";
import { anchorInput, anchorRequest } from "../../state/disk/session/host-session.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import {
  anchorNote,
  anchorSchema,
  mergeAnchor,
  planAnchor,
  readAnchor,
} from "../../state/session/anchor.ts";
import { anchoredText } from "../../state/session/model-text.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { selectState } from "../../state/tables.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory anchor set",
  summary: "Set the anchor of the work: task, next step, plan and recent decisions",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.anchor.set",
    title: "Set task and next step",
    sets: ["memory"],
    summary:
      "Set the current task, the next step and the plan, without recording a checkpoint. Use it when the task changes.",
    parameterNames: {
      ...addressAliases,
      last_decisions: "decision",
    },
    text: anchoredText,
  },
  positionals: [],
  examples: ["memory anchor set --current-task 'port the parser' --next-step 'run its tests'"],
  input: z.object({
    ...anchorInput,
    "current-task": z.string().min(1).describe("Task in progress"),
    "next-step": z.string().min(1).describe("Next step"),
    ...actorInput,
    ...addressInput,
    ...storeInput,
  }),
  output: () =>
    z.object({ anchor: anchorSchema(), unplaced: z.array(z.string()), ...stateNumbersSchema() }),
  async run(context, input) {
    const { state, result } = await changeEntry(context, input, async (view, { rules }) => {
      const row = await selectState(view.tx, view.state.id);
      const before = await readAnchor(view.tx, row?.anchor ?? null);
      const anchor = mergeAnchor(before, anchorRequest(input));
      const { changes, unplaced } = await planAnchor(view, anchor, rules);
      const note = anchorNote("state_anchored", anchor, {});
      return { changes: [...changes, note], result: { anchor, unplaced } };
    });
    const { anchor, unplaced } = result;
    return { anchor, unplaced: [...unplaced], ...stateNumbers(state) };
  },
});
