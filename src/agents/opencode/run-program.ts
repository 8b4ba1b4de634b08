import { spawn, spawnSync } from "node:child_process";
import type { AgentPlaces } from "../agent.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const LONGEST_MS = 120_000;

/** Where and for whom opencode runs. */
export interface RunPlace {
  readonly cwd: string;
  readonly places: AgentPlaces;
}

/** Runs opencode in a folder, silently; true when it says that it went well. It ends with this process. */
export function runProgram(
  program: string,
  words: readonly string[],
  place: RunPlace,
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
export function runToEnd(program: string, words: readonly string[], place: RunPlace): void {
  spawnSync(program, words, optionsFor(place));
}

function optionsFor({ cwd, places }: RunPlace) {
  return {
    cwd,
    // opencode files a session under $PWD, not under the folder it runs in.
    env: { ...places.env, HOME: places.home, PWD: cwd },
    stdio: "ignore",
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
  } as const;
}
