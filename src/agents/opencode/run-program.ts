import { spawn, spawnSync } from "node:child_process";
import type { AgentEnvironment } from "../agent.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const TIMEOUT_MS = 120_000;

/** Where and for whom opencode runs. */
export interface RunOptions {
  readonly cwd: string;
  readonly environment: AgentEnvironment;
}

/** Runs opencode in a folder, silently; true when it says that it went well. It ends with this process. */
export function runProgram(
  program: string,
  words: readonly string[],
  place: RunOptions,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, words, optionsFor(place));
  const stop = () => void child.kill("SIGKILL");
  // Before anything that was made is taken back: else it would go on making it.
  process.prependListener("exit", stop);
  const end = (isWell: boolean) => {
    process.removeListener("exit", stop);
    resolve(isWell);
  };
  child.on("error", () => end(false));
  child.on("exit", (code) => end(code === 0));
  return promise;
}

/** Runs opencode likewise, and lets nothing else happen meanwhile: a process that ends waits for nobody else. */
export function runProgramSync(program: string, words: readonly string[], place: RunOptions): void {
  spawnSync(program, words, optionsFor(place));
}

function optionsFor({ cwd, environment }: RunOptions) {
  return {
    cwd,
    // opencode files a session under $PWD, not under the folder it runs in.
    env: { ...environment.env, HOME: environment.home, PWD: cwd },
    stdio: "ignore",
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  } as const;
}
