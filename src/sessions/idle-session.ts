import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { AgentSession } from "../agents/agent-session.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** A session that was written to within this time may be in use. */
const RECENT_MS = 5_000;
const POLL_MS = 500;

/**
 * The session as it is now. One that was just written to is read up to its last complete line, with a note to
 * the user; with `wait`, only once nothing was written for a while.
 */
export async function idleSession(
  context: OperationContext,
  found: AgentSession,
  wait: boolean,
): Promise<AgentSession> {
  if (found.kept !== undefined) return found;
  let { size, mtimeMs } = fs.statSync(found.session.path);
  if (!wait) {
    if (Date.now() - mtimeMs < RECENT_MS) {
      context.note("The session may still be in use: it is read up to its last complete line");
    }
    return found;
  }
  while (Date.now() - mtimeMs < RECENT_MS) {
    context.signal.throwIfAborted();
    context.progress("waiting until the session is no longer written to");
    await setTimeout(POLL_MS);
    ({ size, mtimeMs } = fs.statSync(found.session.path));
  }
  return { ...found, session: { ...found.session, bytes: size } };
}
