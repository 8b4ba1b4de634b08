import { join } from "node:path";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import type { AgentEnvironment, MovedFile, PlacedSession, SessionDraft } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { checkDatabase } from "./database.ts";
import { ownDatabase } from "./locate.ts";
import type { OpencodeProgram } from "./program.ts";
import { importDocument } from "./run-program.ts";

/** The document waits in a folder of ours: the program's own store is its database. */
export async function targetPath(
  program: OpencodeProgram,
  { session_id }: Pick<SessionDraft, "session_id">,
  environment: AgentEnvironment,
): Promise<string> {
  const { home, env } = environment;
  const database = await ownDatabase(program, environment);
  if (database !== null) checkDatabase(program, database);
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  return join(data, "holdall", program.id, `${session_id}.json`);
}

interface Registering {
  readonly environment: AgentEnvironment;
  readonly subAgentFiles: readonly MovedFile[];
}

/** Lets the program import the document, when it is installed; otherwise says how. */
export async function register(
  program: OpencodeProgram,
  draft: SessionDraft,
  path: string,
  { environment, subAgentFiles }: Registering,
): Promise<PlacedSession> {
  const { id: command, displayName } = program;
  const paths = [path, ...subAgentFiles.map(({ path: file }) => file)];
  const { executable, left } = await importDocuments(program, draft, { environment, paths });
  const isImported = left.length === 0;
  const imports = left.map((file) => `${command} import ${quoteForShell(file)}`);
  const line = [`cd ${quoteForShell(draft.cwd)}`, ...imports].join(" && ");
  const why =
    executable === null
      ? `The program ${command} was not found`
      : `${displayName} did not import the session`;
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    resume: [[command, "-s", draft.session_id]],
    notes: [
      isImported
        ? `Imported into ${displayName}; --undo removes it there, too`
        : `${why}: import it first with \`${line}\``,
      ...(draft.settings.model === undefined ? [noModel(displayName)] : []),
    ],
  };
}

// It goes on with the model of the last message, and fails when it does not know that one.
function noModel(displayName: string): string {
  return `The settings of ${displayName} name no model: choose one when you continue, for example with --model PROVIDER/MODEL`;
}

/** Lets the program import documents, one after the other; returns those that it did not take. */
async function importDocuments(
  program: OpencodeProgram,
  { cwd }: SessionDraft,
  { environment, paths }: { environment: AgentEnvironment; paths: readonly string[] },
) {
  const executable = await findProgram(program.id, environment.env);
  const left = [...paths];
  while (executable !== null && left[0] !== undefined) {
    const order = { executable, file: left[0], cwd, environment };
    if (!(await importDocument(program, order))) break;
    left.shift();
  }
  return { executable, left };
}
