import { gitSettingVariables } from "../../programs/git/safe-settings.ts";
import { openLineRpc } from "../../programs/line-rpc.ts";
import { type RunningProgram, startProgram } from "../../programs/start-program.ts";
import type { AgentEnvironment } from "../agent.ts";
import { codexFolder } from "./host.ts";

/** The rollout that the program is to add to its list. */
export interface ThreadToRegister {
  readonly environment: AgentEnvironment;
  readonly thread: string;
  readonly name: string;
}

const TIMEOUT_MS = 10_000;
/** A list need not be longer: asking for it makes the program look at all files. */
const LIST = { limit: 1 };
/** An answer is short; a list of one thread has its first prompt. */
const LIMITS = { maxLineBytes: 16 * 1024 * 1024, maxBytes: 64 * 1024 * 1024 };

/** Where its index is, if the user moved it. No API key: no model is asked. */
const VARIABLES = ["CODEX_SQLITE_HOME"];

/**
 * Lets the program itself take a rollout into its index, and name it. Null when that is done, else why
 * not; whatever happens, the program is ended. It runs outside the project, whose settings it would read.
 */
export async function registerThread(
  program: string,
  toRegister: ThreadToRegister,
): Promise<string | null> {
  const { environment, thread, name } = toRegister;
  const server = startProgram({
    program,
    args: ["app-server"],
    variables: VARIABLES,
    from: environment.env,
    set: {
      ...gitSettingVariables(),
      HOME: environment.home,
      CODEX_HOME: codexFolder(environment),
    },
    timeoutMs: TIMEOUT_MS + EXIT_TIMEOUT_MS,
  });
  try {
    const { ask, notify } = openLineRpc(server, LIMITS);
    const clientInfo = { name: "holdall", title: "Holdall", version: "1" };
    await ask("initialize", { clientInfo }, TIMEOUT_MS);
    notify("initialized");
    await ask("thread/list", LIST, TIMEOUT_MS);
    await ask("thread/name/set", { threadId: thread, name }, TIMEOUT_MS);
    return null;
  } catch (error) {
    return `codex did not add it to its list (${error instanceof Error ? error.message : "unknown"})`;
  } finally {
    await stopServer(server);
  }
}

const EXIT_TIMEOUT_MS = 2000;

/** It leaves when nobody can ask any more; if not, it is ended. */
async function stopServer({ stdin, ended, end }: RunningProgram): Promise<void> {
  stdin?.end();
  const timer = setTimeout(end, EXIT_TIMEOUT_MS);
  await ended.catch(() => undefined);
  clearTimeout(timer);
}
