import { createInterface } from "node:readline";
import { gitSettingVariables } from "../../programs/git/safe-settings.ts";
import { type RunningProgram, startProgram } from "../../programs/start-program.ts";
import type { AgentEnvironment } from "../agent.ts";
import { codexFolder } from "./host.ts";

/** The rollout that is to be listed. */
export interface ThreadToList {
  readonly environment: AgentEnvironment;
  readonly thread: string;
  readonly name: string;
}

const TIMEOUT_MS = 10_000;
/** A list need not be longer: asking for it makes the program look at all files. */
const LIST = { limit: 1 };

/** Where its index is, if the user moved it. No key: it asks no model. */
const VARIABLES = ["CODEX_SQLITE_HOME"];

/**
 * Lets the program itself take a rollout into its index, and name it. Null when that is done, else why
 * not; whatever happens, the program is ended. It runs outside the project, whose settings it would read.
 */
export async function listThreads(program: string, listed: ThreadToList): Promise<string | null> {
  const { environment, thread, name } = listed;
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
    return await withTimeout(TIMEOUT_MS, async () => {
      const ask = openConnection(server);
      await ask("initialize", { clientInfo: { name: "holdall", title: "Holdall", version: "1" } });
      server.stdin?.write(`${JSON.stringify({ method: "initialized" })}\n`);
      await ask("thread/list", LIST);
      await ask("thread/name/set", { threadId: thread, name });
      return null;
    });
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
  await withTimeout(EXIT_TIMEOUT_MS, () => ended).catch(end);
}

async function withTimeout<Value>(limit: number, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${limit / 1000} s`)), limit);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

type Ask = (method: string, params: object) => Promise<void>;

/** Questions and answers, one JSON object per line. */
function openConnection({ stdin, stdout, stderr, ended }: RunningProgram): Ask {
  const waiting = new Map<number, (error: Error | null) => void>();
  const failAll = (error: Error) => {
    for (const settle of waiting.values()) settle(error);
    waiting.clear();
  };
  ended.then(({ exitCode }) => failAll(new Error(`it ended with code ${exitCode}`)), failAll);
  if (stdin === null || stdout === null) throw new Error("it has no pipes");
  stdin.on("error", failAll);
  stderr?.resume();
  createInterface({ input: stdout }).on("line", (line) => {
    const { id, error } = answerIn(line);
    const settle = waiting.get(id);
    waiting.delete(id);
    settle?.(error);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (error) => (error === null ? resolve() : reject(error)));
      stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    });
}

function answerIn(line: string): { readonly id: number; readonly error: Error | null } {
  try {
    const { id, error } = JSON.parse(line);
    const isAnswer = typeof id === "number";
    return { id: isAnswer ? id : -1, error: error ? new Error(`${error.message}`) : null };
  } catch {
    return { id: -1, error: null }; // Something else that the program says.
  }
}
