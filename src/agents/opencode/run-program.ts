import { gitSettingVariables } from "../../programs/git/safe-settings.ts";
import { runProgram, runProgramSync } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { AgentEnvironment } from "../agent.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 64 * 1024;

/** Where its database is. No key: it asks no model. No configuration: that could name plugins. */
const VARIABLES = [...XDG_FOLDERS, "OPENCODE_DB"];

/** A project's settings, plugins and tools may be a stranger's, and nothing of the user's is needed either. */
const SETTINGS = {
  OPENCODE_DISABLE_PROJECT_CONFIG: "1",
  OPENCODE_PURE: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
};

/** Lets opencode import a document into the project of a folder; true when it reports that it did. */
export async function importDocument(
  program: string,
  file: string,
  { cwd, environment }: { readonly cwd: string; readonly environment: AgentEnvironment },
): Promise<boolean> {
  const output = { maxOutput: MAX_OUTPUT, onMoreOutput: "keep-newest" } as const;
  // It files a session under the folder that it runs in.
  const order = { ...orderFor(program, ["import", file], environment), cwd, ...output };
  const result = await runProgram(order).catch(() => null);
  return result?.exitCode === 0;
}

/** Lets opencode delete a session, and lets nothing else happen meanwhile: a process that ends waits for nobody. */
export function deleteSession(program: string, id: string, environment: AgentEnvironment): void {
  runProgramSync(orderFor(program, ["session", "delete", id], environment));
}

function orderFor(program: string, args: readonly string[], { env, home }: AgentEnvironment) {
  return {
    program,
    args,
    variables: VARIABLES,
    from: env,
    timeoutMs: TIMEOUT_MS,
    set: { ...SETTINGS, ...gitSettingVariables(), HOME: home },
  };
}
