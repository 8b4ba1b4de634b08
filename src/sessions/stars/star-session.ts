import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../agent-sessions.ts";
import { nameSource } from "../named-source.ts";
import { addStar, removeStar } from "./stars.ts";

/** A session and whether it has a star now. */
export const starSchema = () =>
  z.object({
    agent: z.string(),
    session_id: z.string(),
    starred: z.boolean(),
    /** Whether that was changed. */
    changed: z.boolean(),
  });

/** Which session is marked, and whether its mark is removed instead. */
interface StarRequest {
  readonly what: string;
  readonly session?: string | undefined;
  readonly remove: boolean;
}

/** Marks a session with a star, or removes the mark. */
export async function starSession(
  context: OperationContext,
  { what, session, remove }: StarRequest,
): Promise<z.infer<ReturnType<typeof starSchema>>> {
  const named = await nameSource(context, what, { session });
  if (named.kind !== "session") {
    throw new HoldallError("E_USAGE", `Cannot star "${what}": it is not a session`, {
      cure: "use a number of `holdall sessions`, an agent or the id of a session",
    });
  }
  const { agent, session: found } = named;
  const change = remove ? removeStar : addStar;
  const changed = change(agentEnvironment(context), { agent: agent.id, id: found.id });
  return { agent: agent.id, session_id: found.id, starred: !remove, changed };
}
