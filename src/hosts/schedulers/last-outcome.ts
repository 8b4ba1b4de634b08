import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { readExternalText, replaceTextFile } from "../../disk/replace-text-file.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";

const MAX_FAULT = 500;

/** How a run ended that nobody watched. */
export const outcomeSchema = () =>
  z.object({
    at: z.string(),
    /** Null when it succeeded. */
    fault: z.string().nullable(),
  });

/** How a run ended that nobody watched. */
export type Outcome = z.infer<ReturnType<typeof outcomeSchema>>;

/**
 * Does work that a timer or a hook started, and remembers how it ended: nobody sees its errors. Another one that is
 * under way is no failure, it does the same.
 */
export async function remembered<Result>(
  context: OperationContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = outcomeFile(agentEnvironment(context));
  const remember = (fault: string | null) => {
    const outcome: Outcome = { at: context.now().toISOString(), fault };
    replaceTextFile(file, `${JSON.stringify(outcome)}\n`);
  };
  try {
    const result = await work();
    remember(null);
    return result;
  } catch (error) {
    const isUnderWay = error instanceof HoldallError && error.code === "E_LOCKED";
    if (!isUnderWay) remember(excerpt(messageOf(error), MAX_FAULT));
    throw error;
  }
}

/** How the last such run ended; null before the first one, and where the file cannot be understood. */
export function readOutcome(environment: AgentEnvironment): Outcome | null {
  try {
    const text = readExternalText(outcomeFile(environment));
    return text === null ? null : (outcomeSchema().safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

function outcomeFile(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "keep.json");
}
