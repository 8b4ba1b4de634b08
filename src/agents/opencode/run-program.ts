import { spawn } from "node:child_process";
import type { AgentPlaces } from "../agent.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const LONGEST_MS = 120_000;

/** Runs opencode in a folder, silently; true when it says that it went well. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, places }: { readonly cwd: string; readonly places: AgentPlaces },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, words, {
    cwd,
    // opencode files a session under $PWD, not under the folder it runs in.
    env: { ...places.env, HOME: places.home, PWD: cwd },
    stdio: "ignore",
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
  });
  child.on("error", () => resolve(false));
  child.on("exit", (code) => resolve(code === 0));
  return promise;
}
