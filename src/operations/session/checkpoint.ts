/**
 * Records an anchor and a checkpoint, and returns the packet with which another agent resumes. The
 * session of the host program becomes an alias, so that its hooks find the same state again.
 */

import * as z from "zod";
import { changeState } from "../../state/change-state.ts";
import {
  aliasChanges,
  anchorInput,
  anchorRequest,
  hostInput,
  hostSessionOf,
} from "../../state/disk/session/host-session.ts";
import { commitRules, stateSettings } from "../../state/disk/settings/settings.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { loadState } from "../../state/load.ts";
import { anchorNote, mergeAnchor, planAnchor, readAnchor } from "../../state/session/anchor.ts";
import { describeSessions } from "../../state/session/list-sessions.ts";
import { checkpointedText } from "../../state/session/model-text.ts";
import { buildResumePacket, packetSchema } from "../../state/session/resume-packet.ts";
import { sessionSchema } from "../../state/session/session-result.ts";
import { selectState } from "../../state/tables.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "session checkpoint",
  summary:
    "Record the progress of the work, so that another agent can continue from the same state",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.session.checkpoint",
    title: "Record progress",
    sets: ["core", "memory"],
    summary:
      "Record the task, the next step and recent decisions, so that another session can continue. Use it when a step is finished or before work stops; single facts go to state.commit.",
    parameterNames: {
      ...addressAliases,
      last_decisions: "decision",
    },
    text: checkpointedText,
  },
  positionals: [],
  examples: [
    "session checkpoint --actor claude --current-task 'port the parser' --next-step 'run its tests'",
  ],
  input: z.object({
    "agent-id": z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Agent that hands the work over (default: the actor)"),
    ...anchorInput,
    goal: z.string().optional().describe("Used as the task when none is given"),
    ...hostInput,
    ...addressInput,
  }),
  output: () =>
    z.object({ summary: sessionSchema(), unplaced: z.array(z.string()), packet: packetSchema() }),
  run: async ({ context, ledger, actor }, input) => {
    const settings = stateSettings(context, ledger, input);
    const rules = await commitRules(ledger, settings);
    const { address, bounds } = settings;
    const agent_id = input["agent-id"] ?? actor.id;
    const request = { ...anchorRequest(input), goal: input.goal };
    const choice = { address, bounds, actor };
    const { state, result } = await changeState(ledger, choice, async (view) => {
      const row = await selectState(view.tx, view.state.id);
      const anchor = mergeAnchor(await readAnchor(view.tx, row?.anchor ?? null), request);
      const { changes, unplaced } = await planAnchor(view, anchor, rules);
      const note = anchorNote("state_checkpointed", anchor, { agent_id });
      return {
        changes: [...changes, note, ...aliasChanges(hostSessionOf(input))],
        result: { anchor, unplaced },
      };
    });
    return ledger.read(async (tx) => {
      const row = await selectState(tx, state.id);
      const found = row === null ? [] : [{ row, address: state.address, anchor: result.anchor }];
      const [summary] = await describeSessions(tx, found);
      const loaded = await loadState(tx, state.address);
      if (summary === undefined || loaded === null)
        throw new RangeError("the checkpoint was not recorded");
      const packet = await buildResumePacket(tx, loaded.state, {
        viewer: { namespace: bounds.namespace },
        anchor: result.anchor,
        handed_off_from: agent_id,
        overtaken: [],
      });
      return { summary, unplaced: [...result.unplaced], packet };
    });
  },
});
