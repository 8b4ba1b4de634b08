import { join } from "node:path";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { chatsFolder } from "./locate.ts";

/** The log in the folder that belongs to the project. */
export async function targetPath(
  { cwd, session_id }: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  return join(chatsFolder(environment, cwd), `${session_id}.jsonl`);
}

/** Qwen Code lists what is in the folder: nothing more is to be done. */
export async function register(draft: PlannedSession, path: string): Promise<PlacedSession> {
  const { session_id, cwd } = draft;
  return {
    session_id,
    path,
    created: [path],
    resume: resumeCommands({ session_id, path }),
    notes: [`Run the command in ${cwd}: Qwen Code finds a session only in its own folder`],
  };
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["qwen", "--resume", session_id]];
}
