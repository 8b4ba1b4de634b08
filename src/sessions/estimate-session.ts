import * as z from "zod";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import { HoldallError } from "../base/errors.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "./agent-sessions.ts";
import { loadKnownSessions } from "./index/known-files.ts";
import { withIndex } from "./index/open-index.ts";
import { sessionDetails } from "./index/session-details.ts";
import { nameSource } from "./named-source.ts";
import { sampleSession } from "./session-beginning.ts";

/** How much a session contains, about. */
export const estimateSchema = () =>
  z.object({
    agent: z.string(),
    session_id: z.string(),
    bytes: z.number(),
    messages: z.number(),
    calls: z.number(),
    /** Of the context that its agent sent last; where it does not record that, of all texts. */
    tokens: z.number(),
    /** Whether messages and calls were counted; otherwise they follow from the beginning of the session. */
    counted: z.boolean(),
  });

/** Which session is estimated. */
interface EstimatedSession {
  readonly what: string;
  readonly session?: string | undefined;
}

/**
 * How much a session contains, from the index of sessions and its beginning: as quick for a session of any length. A
 * summary that replaced messages is not looked at.
 */
export function estimateSession(
  context: OperationContext,
  { what, session }: EstimatedSession,
): Promise<z.infer<ReturnType<typeof estimateSchema>>> {
  return withIndex(context, async (database) => {
    const known = loadKnownSessions(database);
    const agents = { ...agentEnvironment(context), known };
    const named = await nameSource({ ...context, agents }, what, { session });
    if (named.kind !== "session") {
      throw new HoldallError("E_USAGE", `Cannot estimate "${what}": it is not a session`);
    }
    const { agent, session: found } = named;
    const detail = sessionDetails(database, known).known(named);
    const sample = await sampleSession(agent, await agent.open(found));
    const scaled = (count: number) => Math.round(count / sample.share);
    return {
      agent: agent.id,
      session_id: found.id,
      bytes: found.bytes,
      messages: detail?.messages ?? scaled(sample.messages),
      calls: detail?.activity.calls ?? scaled(sample.calls),
      tokens: detail?.tokens ?? scaled(sample.textBytes / BYTES_PER_TOKEN),
      counted: detail !== null || sample.share === 1,
    };
  });
}
