/**
 * Resumes a state. An address that matches several sessions is ambiguous and returns the
 * candidates; a search by words takes the newest match. Unless it only peeks, it selects the state,
 * records who continues, and counts the entries as read.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorInput, actorOf } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { noteChange } from "../../state/change.ts";
import { changeState } from "../../state/change-state.ts";
import { findOutdatedEntries } from "../../state/disk/settings/outdated-entries.ts";
import { type StateSettings, stateSettings } from "../../state/disk/settings/settings.ts";
import { activeEntries, currentAddress, requireState } from "../../state/load.ts";
import {
  type FoundSession,
  findSessions,
  requireCompatible,
} from "../../state/session/find-sessions.ts";
import { resumedText } from "../../state/session/model-text.ts";
import { buildResumePacket, packetSchema } from "../../state/session/resume-packet.ts";
import { sessionSchema } from "../../state/session/session-result.ts";
import { isVisible } from "../../state/show.ts";
import { recordAccess } from "../../state/use/entry-use.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { addressAliases, addressInput } from "../state/input.ts";
import { aliasChanges, hostInput, hostSessionOf } from "./input.ts";
import { describeSessions } from "./list.ts";

const inputSchema = z.object({
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

type Input = z.infer<typeof inputSchema>;

export default defineOperation({
  name: "session resume",
  summary: "Resume a state: its entries, the next step, and which entries may be outdated",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: [
    {
      name: "memory.session.resume",
      title: "Continue work",
      sets: ["core", "memory"],
      summary:
        "Continue earlier work: what was decided, what constrains it, what comes next. Call it once at the beginning of a session; later use state.show.",
      parameterNames: addressAliases,
      only: ["user", "session", "task", "agent-id", "slot", "budget", "actor", "origin", "store"],
      text: resumedText,
    },
    {
      name: "memory.session.resume_by_task",
      title: "Continue work found by words",
      sets: ["core", "memory"],
      summary:
        "Continue the newest session whose task or entries contain these words. Use it when the user names the work and not the session.",
      parameterNames: { task_query: "query", user_id: "user" },
      only: ["query", "user", "agent-id", "slot", "budget", "actor", "origin", "store"],
      text: resumedText,
    },
  ],
  positionals: ["query"],
  examples: ["session resume parser", "session resume --session release --peek --json"],
  input: inputSchema,
  output: () =>
    z.object({
      packet: packetSchema().nullable(),
      matched_session_id: z.string().nullable(),
      matched_task_id: z.string().nullable(),
      /** Other sessions that match; without a packet, those to choose from. */
      alternatives: z.array(sessionSchema()),
    }),
  run: (context, input) =>
    inWorkspace(
      context,
      { store: input.store, effect: input.peek ? "read" : "write" },
      async (ledger) => {
        const settings = stateSettings(context, ledger, input);
        const found = await find(ledger, input);
        const [first, ...others] = found;
        if (first === undefined) throw noSession();
        // Words select the newest match. An address that matches several sessions is ambiguous.
        const isOne = others.length === 0 || input.query !== undefined;
        const alternatives = await ledger.read((tx) =>
          describeSessions(tx, isOne ? others : found),
        );
        if (!isOne) {
          return { packet: null, matched_session_id: null, matched_task_id: null, alternatives };
        }
        const packet = await resume(ledger, { input, settings, found: first });
        const { session: matched_session_id, task: matched_task_id } = first.address;
        return { packet, matched_session_id, matched_task_id, alternatives };
      },
    ),
  exitCode: ({ packet }) => (packet === null ? 1 : 0),
});

function find(ledger: Ledger, input: Input): Promise<readonly FoundSession[]> {
  const { user, session, task, query: search } = input;
  const host = hostSessionOf(input);
  const isNamed = [user, session, task, search, host].some((each) => each !== undefined);
  return ledger.read(async (tx) =>
    findSessions(tx, isNamed ? { user, session, task, search, host } : await currentAddress(tx)),
  );
}

function noSession(): HoldallError {
  return new HoldallError("E_NOT_FOUND", "Cannot resume: no session matches", {
    cure: "list the sessions with `holdall session list`",
  });
}

interface ResumeTarget {
  readonly input: Input;
  readonly settings: StateSettings;
  readonly found: FoundSession;
}

async function resume(ledger: Ledger, { input, settings, found }: ResumeTarget) {
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
