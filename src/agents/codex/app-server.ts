import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { AgentEnvironment } from "../agent.ts";
import { codexFolder } from "./host.ts";

/** The rollout that is to be listed. */
export interface ThreadToList {
  readonly environment: AgentEnvironment;
  readonly cwd: string;
  readonly thread: string;
  readonly name: string;
}

const TIMEOUT_MS = 10_000;
/** A list need not be longer: asking for it makes the program look at all files. */
const LIST = { limit: 1 };

/**
 * Lets the program itself take a rollout into its index, and name it. Null when that is done, else why
 * not; whatever happens, the program is ended.
 */
export async function listThreads(program: string, listed: ThreadToList): Promise<string | null> {
  const { environment, cwd, thread, name } = listed;
  const env = { ...environment.env, HOME: environment.home, CODEX_HOME: codexFolder(environment) };
  // A group of its own: the program may be a script that starts the real one.
  const server = spawn(program, ["app-server"], { cwd, env, stdio: "pipe", detached: true });
  try {
    return await withTimeout(TIMEOUT_MS, async () => {
      const ask = openConnection(server);
      await ask("initialize", { clientInfo: { name: "holdall", title: "Holdall", version: "1" } });
      server.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
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

/** It leaves when nobody can ask any more; if not, it is made to, with all it started. */
async function stopServer(server: ChildProcessWithoutNullStreams): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    if (server.exitCode !== null || server.pid === undefined) resolve();
    else server.once("exit", () => resolve());
  });
  server.stdin.end();
  await withTimeout(EXIT_TIMEOUT_MS, () => gone).catch(() => {
    if (server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  });
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
function openConnection(server: ChildProcessWithoutNullStreams): Ask {
  const waiting = new Map<number, (error: Error | null) => void>();
  const giveUp = (error: Error) => {
    for (const settle of waiting.values()) settle(error);
    waiting.clear();
  };
  server.on("error", giveUp);
  server.on("exit", (code) => giveUp(new Error(`it ended with code ${code}`)));
  server.stdin.on("error", giveUp);
  server.stderr.resume();
  createInterface({ input: server.stdout }).on("line", (line) => {
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
      server.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
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
