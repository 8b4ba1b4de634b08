import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import { actorInput, actorOf } from "../../../runtime/actor.ts";
import { integer } from "../../../runtime/integer.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../../runtime/workspace.ts";
import { noteChange } from "../../change.ts";
import { changeState } from "../../change-state.ts";
import { activeEntries, currentAddress, requireState } from "../../load.ts";
import { type FoundSession, findSessions, requireCompatible } from "../../session/find-sessions.ts";
import { describeSessions } from "../../session/list-sessions.ts";
import { buildResumePacket, packetSchema } from "../../session/resume-packet.ts";
import { sessionResultSchema } from "../../session/session-result.ts";
import { isVisible } from "../../show.ts";
import { recordAccess } from "../../use/entry-use.ts";
import { findOutdatedEntries } from "../settings/outdated-entries.ts";
import { type StateSettings, stateSettings } from "../settings/settings.ts";
import { addressInput } from "../settings/state-input.ts";
import { aliasChanges, hostInput, hostSessionOf } from "./host-session.ts";

/** Which state is resumed, by whom. */
export const resumeInput = z.object({
  query: z.string().optional().describe("Words to search for in sessions and their entries"),
  "agent-id": z.string().min(1).max(512).optional().describe("Agent that continues the work"),
  slot: z.array(z.string()).optional().describe("Slot that the agent supports (default: any)"),
  budget: integer(1).optional().describe("Tokens that the agent can take (default: any number)"),
  peek: z
    .boolean()
    .default(false)
    .describe("Only show the state; record nothing and select nothing"),
  ...hostInput,
  ...addressInput,
  ...actorInput,
  ...storeInput,
});

type ResumeInput = z.infer<typeof resumeInput>;

/** What comes of it. */
export const resumedSchema = () =>
  z.object({
    packet: packetSchema().nullable(),
    matched_session_id: z.string().nullable(),
    matched_task_id: z.string().nullable(),
    /** Other sessions that match; without a packet, those to choose from. */
    alternatives: z.array(sessionResultSchema()),
  });

/**
 * Resumes a state. An address that matches several sessions is ambiguous and returns the candidates; a search by
 * words takes the newest match. Unless it only peeks, it selects the state, records who continues, and counts the
 * entries as read.
 */
export function resumeState(
  context: OperationContext,
  input: ResumeInput,
): Promise<z.infer<ReturnType<typeof resumedSchema>>> {
  return inWorkspace(
    context,
    { store: input.store, effect: input.peek ? "read" : "write" },
    async (ledger) => {
      const settings = stateSettings(context, ledger, input);
      const found = await findResumable(ledger, input);
      const [first, ...others] = found;
      if (first === undefined) throw noSession();
      // Words select the newest match. An address that matches several sessions is ambiguous.
      const isOne = others.length === 0 || input.query !== undefined;
      const alternatives = await ledger.read((tx) => describeSessions(tx, isOne ? others : found));
      if (!isOne) {
        return { packet: null, matched_session_id: null, matched_task_id: null, alternatives };
      }
      const packet = await resumeSession(ledger, { input, settings, found: first });
      const { session: matched_session_id, task: matched_task_id } = first.address;
      return { packet, matched_session_id, matched_task_id, alternatives };
    },
  );
}

/** The sessions that match; without a name, the current one. */
function findResumable(ledger: Ledger, input: ResumeInput): Promise<readonly FoundSession[]> {
  const { user, session, task, query: search } = input;
  const host = hostSessionOf(input);
  const isNamed = [user, session, task, search, host].some((each) => each !== undefined);
  return ledger.read(async (tx) =>
    findSessions(tx, isNamed ? { user, session, task, search, host } : await currentAddress(tx)),
  );
}

/** The refusal when no session matches. */
function noSession(): HoldallError {
  return new HoldallError("E_NOT_FOUND", "Cannot resume: no session matches", {
    cure: "list the sessions with `holdall session list`",
  });
}

interface ResumeTarget {
  readonly input: ResumeInput;
  readonly settings: StateSettings;
  readonly found: FoundSession;
}

/** Resumes a state: checks that the agent supports it, and builds its packet. */
async function resumeSession(ledger: Ledger, { input, settings, found }: ResumeTarget) {
  const { address, anchor, row } = found;
  const { state } = await ledger.read((tx) => requireState(tx, address));
  requireCompatible(state, { slots: input.slot, budget: input.budget });
  const overtaken = await findOutdatedEntries(settings.root, state);
  const viewer = { namespace: state.bounds.namespace };
  const sources = { viewer, anchor, handed_off_from: row.agent_id, overtaken };
  if (!input.peek) await recordResume(ledger, { input, settings, found });
  return ledger.read(async (tx) => {
    const { state: now } = await requireState(tx, address);
    return buildResumePacket(tx, now, sources);
  });
}

/** Selects the state, records which agent continues, and counts the entries as read. */
async function recordResume(
  ledger: Ledger,
  { input, settings, found }: ResumeTarget,
): Promise<void> {
  const { address, row } = found;
  const actor = actorOf(input);
  const agent_id = input["agent-id"] ?? actor.id;
  const details = { agent_id, handed_off_from: row.agent_id };
  const { state } = await changeState(ledger, { address, bounds: settings.bounds, actor }, () => ({
    changes: [
      noteChange("state_resumed", { details }),
      noteChange("state_selected", {}),
      ...aliasChanges(hostSessionOf(input)),
    ],
    result: null,
  }));
  if (!settings.config.track_access) return;
  const viewer = { namespace: state.bounds.namespace };
  const entries = activeEntries(state).filter((entry) => isVisible(entry, viewer));
  const query = input.query;
  await ledger.write((unit) => recordAccess(unit, state, { entries, actor, useful: false, query }));
}
