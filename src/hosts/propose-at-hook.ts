import fs from "node:fs";
import { HoldallError } from "../base/errors.ts";
import { proposeSession } from "../handoff/disk/session-tray.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { inWorkspace } from "../runtime/workspace.ts";
import { resolveSession } from "../sessions/agent-sessions.ts";
import { openTray } from "../state/disk/tray.ts";
import type { HookCall } from "./hook-input.ts";
import { logHookFault } from "./hook-log.ts";

/** A larger conversation could not be read in time. */
const MAX_SESSION_BYTES = 32 * 1024 * 1024;

/** An event of a host and what it says about it. */
export interface Hooked {
  readonly event: string;
  readonly host: string;
  readonly call: HookCall;
}

/**
 * Puts claims of the session into the tray, none in force; a transcript that cannot be read does not prevent the
 * checkpoint.
 */
export async function proposeAtHook(
  context: OperationContext,
  { host, call }: Hooked,
): Promise<void> {
  const { transcript_path: place } = call;
  if (place === undefined || !fs.existsSync(place)) return;
  try {
    if (fs.statSync(place).size > MAX_SESSION_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot propose from "${place}": too large for a hook`);
    }
    const { agent, session } = await resolveSession(context, place, undefined);
    const reading = { ...(await agent.read(await agent.open(session))), tools: agent.tools };
    const by = { id: host, origin: "hook" };
    await inWorkspace(context, { effect: "write" }, async (ledger) => {
      const tray = await openTray(context, ledger, { by });
      await proposeSession(context, ledger, reading, tray);
    });
  } catch (error) {
    logHookFault(context, `${host} propose`, error);
  }
}
