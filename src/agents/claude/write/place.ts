import { join } from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../../agent.ts";
import { listFolder } from "../../list-folder.ts";
import { projectsFolder, recognise } from "../locate.ts";

/** Longer names are cut by the program and get a hash that only it can make. */
const MAX_KEY_LENGTH = 200;

/** The file in the folder in which the program looks for the project's sessions. */
export async function targetPath(
  draft: PlannedSession,
  environment: AgentEnvironment,
): Promise<string> {
  const projects = projectsFolder(environment);
  const named = environment.env.CLAUDE_CODE_PROJECT_DIR_NAME;
  const key = folderKey(draft.cwd);
  const folder =
    named || (key.length <= MAX_KEY_LENGTH ? key : await findLongFolder(projects, key, draft));
  return join(projects, folder, `${draft.session_id}.jsonl`);
}

/** The name of the folder with a project's sessions, as the program derives it; a long one is cut and hashed. */
export function folderKey(project: string): string {
  return project.normalize("NFC").replace(/[^A-Za-z0-9]/g, "-");
}

/** The folder that the program made itself, known by what its sessions say. */
async function findLongFolder(
  projects: string,
  key: string,
  { cwd }: PlannedSession,
): Promise<string> {
  const start = key.slice(0, MAX_KEY_LENGTH);
  for (const name of (await listFolder(projects)).filter((folder) => folder.startsWith(start))) {
    for (const file of await listFolder(join(projects, name))) {
      const session = await recognise(join(projects, name, file));
      if (session?.cwd === cwd) return name;
    }
  }
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find Claude Code's folder for "${cwd}": the path is too long to derive its name`,
    { cure: "start `claude` once in that folder, then hand over again" },
  );
}

/** The program lists what is in the folder: nothing more is to be done. */
export async function register(draft: PlannedSession, path: string): Promise<PlacedSession> {
  const { session_id } = draft;
  return {
    session_id,
    path,
    created: [path],
    resume: resumeCommands({ session_id, path }),
    notes: [`Run the command in ${draft.cwd}: Claude Code finds a session only in its own folder`],
  };
}

/** Nothing of the user's configuration is needed. */
export async function readSettings(): Promise<Readonly<Record<string, string>>> {
  return {};
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["claude", "--resume", session_id]];
}
