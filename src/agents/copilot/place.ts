import { join } from "node:path";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { EVENTS, sessionsFolder } from "./locate.ts";

/** The log in a folder that has the session's id, whatever project it is of. */
export async function targetPath(
  { session_id }: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  return join(sessionsFolder(environment), session_id, EVENTS);
}

/** Copilot CLI finds a session by its folder, and writes its other files itself. */
export async function register(draft: PlannedSession, path: string): Promise<PlacedSession> {
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    resume: resumeCommands({ session_id: draft.session_id, path }),
    notes: [],
  };
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["copilot", `--resume=${session_id}`]];
}
