import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createFile } from "../../durable/files.ts";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { CHAT, grokFolder, projectFolder, SUMMARY } from "./locate.ts";

/** The model that the user's configuration names. */
export async function readSettings(
  environment: AgentEnvironment,
): Promise<Readonly<Record<string, string>>> {
  const path = join(grokFolder(environment), "config.toml");
  const text = await readFile(path, "utf8").catch(() => "");
  const [, rest = ""] = text.split(/^\s{0,80}\[models\]/m);
  const [table = ""] = rest.split(/^\s{0,80}\[/m);
  const [, model] = DEFAULT_MODEL.exec(table) ?? [];
  return model === undefined ? {} : { model };
}

const DEFAULT_MODEL = /^\s{0,80}default\s{0,80}=\s{0,80}["']([^"'\n]{1,200})["']/m;

/** A longer name no file system takes; the program then has another. */
const MAX_NAME = 255;

/** The log that the model gets, in the folder of the session, which is in the folder of its project. */
export async function targetPath(
  { cwd, session_id }: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  const folder = projectFolder(environment, cwd);
  if (folder.length - dirname(folder).length > MAX_NAME) {
    const state = `the path of "${cwd}" is too long for the name of a folder`;
    throw new HoldallError("E_HANDOFF", `Cannot hand over to Grok Build: ${state}`);
  }
  return join(folder, session_id, CHAT);
}

/** Writes the file without which Grok Build does not know the session. */
export async function register(
  { session_id, cwd, title, now, settings }: PlannedSession,
  path: string,
): Promise<PlacedSession> {
  const summary = join(dirname(path), SUMMARY);
  const time = now.toISOString();
  const content = {
    info: { id: session_id, cwd },
    session_summary: title,
    created_at: time,
    updated_at: time,
    num_messages: 0,
    num_chat_messages: 0,
    current_model_id: settings.model ?? DEFAULT,
    chat_format_version: 1,
  };
  createFile(summary, JSON.stringify(content), { mode: 0o600, temporary: `${summary}.new` });
  return {
    session_id,
    path,
    created: [summary, path],
    resume: resumeCommands({ session_id, path }),
    notes: [],
  };
}

const DEFAULT = "grok-build";

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["grok", "--resume", session_id]];
}
