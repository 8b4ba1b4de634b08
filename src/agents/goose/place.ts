import { join } from "node:path";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { checkDatabase } from "./database.ts";
import { ownDatabase } from "./locate.ts";
import { idInGoose } from "./program-store.ts";
import { importDocument } from "./run-program.ts";

/** The document waits in a folder of ours: Goose's own store is its database. */
export async function targetPath(
  { session_id }: Pick<PlannedSession, "session_id">,
  environment: AgentEnvironment,
): Promise<string> {
  const { home, env } = environment;
  const database = await ownDatabase(environment);
  if (database !== null) checkDatabase(database);
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  return join(data, "holdall", "goose", `${session_id}.json`);
}

/** Lets Goose import the document, when it is installed; otherwise says how. */
export async function register(
  draft: PlannedSession,
  path: string,
  environment: AgentEnvironment,
): Promise<PlacedSession> {
  const executable = await findProgram("goose", environment.env);
  if (executable !== null) await importDocument(path, draft.cwd, { executable, environment });
  const id = executable === null ? null : idInGoose(draft.session_id, environment);
  if (id !== null) {
    return {
      session_id: id,
      path,
      created: [path],
      resume: resumeCommands({ session_id: id, path }),
      notes: ["Imported into Goose; --undo removes it there, too"],
    };
  }
  const why =
    executable === null ? "The program goose was not found" : "Goose did not import the session";
  const line = `cd ${quoteForShell(draft.cwd)} && goose session import ${quoteForShell(path)}`;
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    // Goose gives it an id when it is imported, and goes on with the newest session.
    resume: [["goose", "session", "--resume"]],
    notes: [`${why}: import it first with \`${line}\``],
  };
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["goose", "session", "--resume", "--session-id", session_id]];
}
