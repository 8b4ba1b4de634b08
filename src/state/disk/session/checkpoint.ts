import * as z from "zod";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { Actor } from "../../../model/event.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { changeState } from "../../change-state.ts";
import { loadState } from "../../load.ts";
import { anchorNote, mergeAnchor, planAnchor, readAnchor } from "../../session/anchor.ts";
import { describeSessions } from "../../session/list-sessions.ts";
import { buildResumePacket, packetSchema } from "../../session/resume-packet.ts";
import { sessionResultSchema } from "../../session/session-result.ts";
import { selectState } from "../../tables.ts";
import { commitRules, stateSettings } from "../settings/settings.ts";
import { addressInput } from "../settings/state-input.ts";
import {
  aliasChanges,
  anchorInput,
  anchorRequest,
  hostInput,
  hostSessionOf,
} from "./host-session.ts";

/** What is recorded, and for which state. */
export const checkpointInput = z.object({
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
});

/** The state as it was recorded, and the packet with which another agent resumes. */
export const checkpointedSchema = () =>
  z.object({
    summary: sessionResultSchema(),
    unplaced: z.array(z.string()),
    packet: packetSchema(),
  });

interface Recorder {
  readonly context: OperationContext;
  readonly ledger: Ledger;
  readonly actor: Actor;
}

/**
 * Records an anchor and a checkpoint. The session of the host program becomes an alias, so that its hooks find the
 * same state again.
 */
export async function recordCheckpoint(
  { context, ledger, actor }: Recorder,
  input: z.infer<typeof checkpointInput>,
) {
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
}
