import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { OperationContext } from "../operation/operation.ts";
import type { AgentSession } from "./agent-sessions.ts";

/** A session that was written to within this time may be in use. */
const RECENT_MS = 5_000;
const LOOK_EVERY_MS = 500;

/**
 * The session as it is now. One that is being written to is read to its last complete line, and the user
 * is told; or waited for, until it has rested.
 */
export async function restingSession(
  context: OperationContext,
  found: AgentSession,
  wait: boolean,
): Promise<AgentSession> {
  let { size, mtimeMs } = fs.statSync(found.session.path);
  if (!wait) {
    if (Date.now() - mtimeMs < RECENT_MS) {
      context.note(
        "the session is perhaps still being written; it is read to its last complete line",
      );
    }
    return found;
  }
  while (Date.now() - mtimeMs < RECENT_MS) {
    context.signal.throwIfAborted();
    context.progress("waiting for the session to rest");
    await setTimeout(LOOK_EVERY_MS);
    ({ size, mtimeMs } = fs.statSync(found.session.path));
  }
  const session = { ...found.session, bytes: size, modified_ms: Math.trunc(mtimeMs) };
  return { ...found, session };
}
