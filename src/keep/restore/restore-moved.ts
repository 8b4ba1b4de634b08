import type { AgentEnvironment, PlacedSession, PlannedSession } from "../../agents/agent.ts";
import type { Backup, KeptSession } from "../../backup/backup.ts";
import { materialiseSession } from "../../backup/materialise.ts";
import { HoldallError } from "../../base/errors.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { createPlacementFiles } from "../../handoff/disk/placement-files.ts";
import { planMove } from "../../handoff/move-session.ts";
import { placeSession } from "../../handoff/place-session.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** A session that does not go back as its bytes: its folder is another one now, or its agent's program must take it. */
export interface MovedRestore {
  readonly backup: Backup;
  readonly session: KeptSession;
  readonly environment: AgentEnvironment;
  /** The folder in which it continues. */
  readonly cwd: string;
}

/**
 * Lets the agent's writer place a kept session with its own records and under its own id, as a handoff to the same agent
 * does: with everything found again, or nothing in place.
 */
export async function restoreMoved(
  context: OperationContext,
  { backup, session, environment, cwd }: MovedRestore,
): Promise<PlacedSession> {
  const folder = createTemporaryFolder();
  try {
    const { agent, session: found } = await materialiseSession(backup, session, folder);
    const { writer } = agent;
    if (writer === undefined) throw onlyRead(agent.displayName, session);
    const receiver = { ...agent, writer };
    const native = await agent.open(found);
    const read = await agent.read(native);
    const planned: PlannedSession = {
      header: read.header,
      items: () => read.items(),
      session_id: session.agent_id,
      cwd,
      title: read.header.title ?? session.id,
      note: "",
      now: new Date(session.modified_ms),
      settings: await writer.readSettings(environment),
    };
    const target = await writer.targetPath(planned, environment);
    const chosen = { recorded: async function* () {} };
    const carriedSettings = "all";
    const parts = {
      recorded: read,
      chosen,
      receiver,
      session: planned,
      carriedSettings,
      target,
    } as const;
    const move = await planMove(native, parts);
    const from = { agent: session.agent, session_id: session.id };
    const record = { agent: session.agent, session_id: session.id, from, at: context.now() };
    const files = createPlacementFiles(environment, record, context.progress);
    const plan = { receiver, target, session: move.session, units: move.units, move };
    const { placed } = await placeSession({ ...plan, environment, files });
    return placed;
  } finally {
    removeTemporary(folder);
  }
}

function onlyRead(agent: string, { id }: KeptSession): HoldallError {
  const state = `${agent} has a database already, and nothing can be added to it`;
  return new HoldallError("E_PROTECTED", `Cannot restore session "${id}": ${state}`, {
    cure: "restore it elsewhere with --into FOLDER, and hand it over from there to another agent",
  });
}
