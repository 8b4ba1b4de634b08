import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../base/json/value.ts";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { agentFolder } from "./host.ts";
import { sessionsFolder } from "./locate.ts";

/** The model that pi's user has chosen, when the settings name one. */
export async function readSettings(environment: AgentEnvironment): Promise<Record<string, string>> {
  const chosen: Record<string, string> = {};
  try {
    const text = await readFile(join(agentFolder(environment), "settings.json"), "utf8");
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return chosen;
    if (typeof value.defaultProvider === "string") chosen.provider = value.defaultProvider;
    if (typeof value.defaultModel === "string") chosen.model = value.defaultModel;
  } catch {
    // No settings, or none that can be read: pi asks for a model when it continues.
  }
  return chosen;
}

/** The name pi would give the file, in the folder where it looks for the project's sessions. */
export async function targetPath(
  draft: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  const time = draft.now.toISOString().replace(/[:.]/g, "-");
  return join(sessionsFolder(environment, draft.cwd), `${time}_${draft.session_id}.jsonl`);
}

/** pi lists what is in the folder: nothing more is to be done. */
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
export function resumeCommands({ session_id, path }: SessionPlace): ResumeCommands {
  return [
    ["pi", "--session", path],
    ["pi", "--session", session_id],
  ];
}
