import { join } from "node:path";
import type { AgentEnvironment, PlacedSession, SessionDraft } from "../agent.ts";
import { EVENTS, sessionsFolder } from "./locate.ts";

/** The log in a folder that has the session's id, whatever project it is of. */
export async function targetPath(
  { session_id }: SessionDraft,
  environment: AgentEnvironment,
): Promise<string> {
  return join(sessionsFolder(environment), session_id, EVENTS);
}

/** Copilot CLI finds a session by its folder, and writes its other files itself. */
export async function register(draft: SessionDraft, path: string): Promise<PlacedSession> {
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    resume: [["copilot", `--resume=${draft.session_id}`]],
    notes: [],
  };
}
