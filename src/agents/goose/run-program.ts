import { runProgram, runProgramSync } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { AgentEnvironment } from "../agent.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 64 * 1024;

/** Variables with which Goose asks no keyring, and reports nothing. */
export const QUIET = { GOOSE_DISABLE_KEYRING: "1", GOOSE_TELEMETRY_OFF: "1" };

/** How the program is called to change its store. */
interface Call {
  /** The file of the program. */
  readonly executable: string;
  readonly environment: AgentEnvironment;
}

/** Lets Goose import a document. */
export async function importDocument(file: string, cwd: string, call: Call): Promise<void> {
  const output = { maxOutput: MAX_OUTPUT, onMoreOutput: "keep-newest" } as const;
  // It remembers the folder that it runs in as a project.
  const request = { ...programRequest(["session", "import", file], call), cwd, ...output };
  await runProgram(request).catch(() => null);
}

/**
 * Lets Goose delete a session, and lets nothing else happen meanwhile. Its command for that asks a person at a terminal;
 * its server does not, and is ended as soon as it answers.
 */
export function deleteSession(id: string, call: Call): void {
  const params = { sessionId: id };
  const request = { jsonrpc: "2.0", id: 1, method: "session/delete", params };
  const input = `${JSON.stringify(request)}\n`;
  runProgramSync({ ...programRequest(["acp"], call), input, endsAtOutput: true });
}

function programRequest(args: readonly string[], { executable, environment: { env, home } }: Call) {
  return {
    program: executable,
    args,
    // Where its database is. No key: it asks no model.
    variables: [...XDG_FOLDERS, "GOOSE_PATH_ROOT"],
    from: env,
    timeoutMs: TIMEOUT_MS,
    set: { ...QUIET, HOME: home },
  };
}
