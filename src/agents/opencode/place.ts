import { join } from "node:path";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import type { AgentEnvironment, MovedFile, PlacedSession, SessionDraft } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { checkDatabase } from "./database.ts";
import { ownDatabase } from "./locate.ts";
import { importDocument } from "./run-program.ts";

/** The document waits in a folder of ours: opencode's own store is its database. */
export async function targetPath(
  { session_id }: Pick<SessionDraft, "session_id">,
  environment: AgentEnvironment,
): Promise<string> {
  const { home, env } = environment;
  const database = await ownDatabase(environment);
  if (database !== null) checkDatabase(database);
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  return join(data, "holdall", "opencode", `${session_id}.json`);
}

/** Lets opencode import the document, when it is installed; otherwise says how. */
export async function register(
  draft: SessionDraft,
  path: string,
  environment: AgentEnvironment,
  subAgentFiles: readonly MovedFile[] = [],
): Promise<PlacedSession> {
  const paths = [path, ...subAgentFiles.map(({ path: file }) => file)];
  const { program, left } = await importDocuments(draft, paths, environment);
  const isImported = left.length === 0;
  const commands = left.map((file) => `opencode import ${quoteForShell(file)}`);
  const command = [`cd ${quoteForShell(draft.cwd)}`, ...commands].join(" && ");
  const why =
    program === null ? "The program opencode was not found" : "opencode did not import the session";
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    resume: [["opencode", "-s", draft.session_id]],
    notes: [
      isImported
        ? `Imported into opencode; --undo removes it there, too`
        : `${why}: import it first with \`${command}\``,
      ...(draft.settings.model === undefined ? [NO_MODEL] : []),
    ],
  };
}

// It goes on with the model of the last message, and fails when it does not know that one.
const NO_MODEL =
  "The settings of opencode name no model: choose one when you continue, for example with --model PROVIDER/MODEL";

/** Lets opencode import documents, one after the other; returns those that it did not take. */
async function importDocuments(
  draft: SessionDraft,
  paths: readonly string[],
  environment: AgentEnvironment,
) {
  const program = await findProgram("opencode", environment.env);
  const left = [...paths];
  while (program !== null && left[0] !== undefined) {
    if (!(await importDocument(program, left[0], { cwd: draft.cwd, environment }))) break;
    left.shift();
  }
  return { program, left };
}
