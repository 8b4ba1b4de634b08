import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createFile } from "../../durable/files.ts";
import type {
  AgentEnvironment,
  MovedFile,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { AGENTS, kimiFolder, LOG, MAIN, STATE, sessionFolder } from "./locate.ts";

/** The model that the user's configuration names. */
export async function readSettings(
  environment: AgentEnvironment,
): Promise<Readonly<Record<string, string>>> {
  const path = join(kimiFolder(environment), "config.toml");
  const text = await readFile(path, "utf8").catch(() => "");
  const [beforeTables = ""] = text.split(/^\s{0,80}\[/m);
  const [, model] = DEFAULT_MODEL.exec(beforeTables) ?? [];
  return model === undefined ? {} : { model };
}

const DEFAULT_MODEL = /^default_model\s{0,80}=\s{0,80}["']([^"'\n]{1,200})["']/m;

/** The log in the folder of the session, which is in the folder of its project. */
export async function targetPath(
  { cwd, session_id }: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  return join(sessionFolder(environment, cwd, session_id), AGENTS, MAIN, LOG);
}

/** Writes the file without which Kimi Code does not know the session. */
export async function register(
  draft: PlannedSession,
  path: string,
  _environment: AgentEnvironment,
  subAgentFiles: readonly MovedFile[] = [],
): Promise<PlacedSession> {
  const { session_id } = draft;
  const agents = dirname(dirname(path));
  const state = join(dirname(agents), STATE);
  const helpers = subAgentFiles.map((file) => basename(dirname(file.path)));
  const content = JSON.stringify(stateFor(draft, agents, helpers));
  createFile(state, content, { mode: 0o600, temporary: `${state}.new` });
  const { model } = draft.settings;
  return {
    session_id,
    path,
    created: [state, path],
    resume: resumeCommands({ session_id, path }, draft.settings),
    notes: model === undefined ? [NO_MODEL] : [],
  };
}

const NO_MODEL =
  "The session names no model, and the configuration of Kimi Code has no default_model: add -m with one of your models";

function stateFor(draft: PlannedSession, agents: string, helpers: readonly string[]) {
  const sub = { type: "sub", parentAgentId: MAIN };
  const known = helpers.map((name) => [name, { homedir: join(agents, name), ...sub }]);
  const main = { homedir: join(agents, MAIN), type: "main" };
  const time = draft.now.getTime();
  return {
    id: draft.session_id,
    version: 2,
    cwd: draft.cwd,
    createdAt: time,
    updatedAt: time,
    archived: false,
    agents: { [MAIN]: main, ...Object.fromEntries(known) },
    custom: {},
    title: draft.title,
    isCustomTitle: true,
  };
}

/** How a session in its store is continued. */
export function resumeCommands(
  { session_id }: SessionPlace,
  { model }: PlannedSession["settings"],
): ResumeCommands {
  const resume = ["kimi", "-S", session_id];
  return [model === undefined ? resume : [...resume, "-m", model]];
}
