import { join } from "node:path";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type {
  AgentEnvironment,
  MovedFile,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../../agent.ts";
import { checkDatabase } from "../database.ts";
import { ownDatabase } from "../locate.ts";
import type { OpencodeProgram } from "../program.ts";
import { findVersion, tablesIn } from "../program-version.ts";
import { importDocument } from "../run-program.ts";

/** The document waits in a folder of ours: the program's own store is its database. */
export async function targetPath(
  program: OpencodeProgram,
  { session_id }: Pick<PlannedSession, "session_id">,
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
  draft: PlannedSession,
  path: string,
  { environment, subAgentFiles }: Registering,
): Promise<PlacedSession> {
  const { id: command, displayName } = program;
  const paths = [path, ...subAgentFiles.map(({ path: file }) => file)];
  const { executable, left, isVersion2 } = await importDocuments(program, draft, {
    environment,
    paths,
  });
  const isImported = left.length === 0;
  const subcommand = isVersion2 ? "session import" : "import";
  const imports = left.map((file) => `${command} ${subcommand} ${quoteForShell(file)}`);
  const line = [`cd ${quoteForShell(draft.cwd)}`, ...imports].join(" && ");
  const why =
    executable === null
      ? `The program ${command} was not found`
      : `${displayName} did not import the session`;
  return {
    session_id: draft.session_id,
    path,
    created: [path],
    resume: resumeCommands(program, { session_id: draft.session_id, path }),
    notes: [
      isImported
        ? `Imported into ${displayName}; --undo removes it there, too`
        : `${why}: import it first with \`${line}\``,
      ...(isVersion2 || (await tablesIn(program, environment)) !== "both" ? [] : [NOT_IN_2]),
      ...(isVersion2 ? [] : modelNotes(program, draft)),
    ],
  };
}

// It takes over the sessions of version 1 only once.
const NOT_IN_2 =
  "The program opencode is version 1, and OpenCode 2 has used its database as well: OpenCode 2 does not show this session";

// It goes on with the model of the last message; `run` fails when it does not know that one.
function modelNotes({ displayName }: OpencodeProgram, { settings }: PlannedSession): string[] {
  const { provider, model, model_chosen_by } = settings;
  const other = "when you continue, for example with --model PROVIDER/MODEL";
  const none = `The settings of ${displayName} name no model`;
  if (model === undefined) return [`${none}: choose one ${other}`];
  if (model_chosen_by === undefined) return [];
  const named = `${provider}/${model}`;
  return [`${none}: the session names ${named}, which ${displayName} has; choose another ${other}`];
}

/** Lets the program import documents, one after the other; returns those that it did not take. */
async function importDocuments(
  program: OpencodeProgram,
  { cwd }: PlannedSession,
  { environment, paths }: { environment: AgentEnvironment; paths: readonly string[] },
) {
  const { executable, isVersion2 } = await findVersion(program, environment);
  const left = [...paths];
  while (executable !== null && left[0] !== undefined) {
    const call = { executable, isVersion2, file: left[0], cwd, environment };
    if (!(await importDocument(program, call))) break;
    left.shift();
  }
  return { executable, isVersion2, left };
}

/** How a session in its store is continued. */
export function resumeCommands(
  { id }: OpencodeProgram,
  { session_id }: SessionPlace,
): ResumeCommands {
  return [[id, "-s", session_id]];
}
