/**
 * Starts this program again, for work that must not delay this process or must outlive it. It is no foreign
 * program: it gets this process's own environment, which it needs as much (its store, its keys of models).
 */

import { type ChildProcess, spawn } from "node:child_process";
import { markProcess } from "./process-mark.ts";
import { endTree } from "./process-tree.ts";
import { absoluteFolders } from "./variables.ts";

/** Another process of this program, with which messages are exchanged. */
export interface OwnProcess {
  readonly child: ChildProcess;
  /** Asks it to end and to clean up; one that is stuck is ended after some time, with all it started. */
  end(): void;
}

/** A process that was asked to end and does not is ended after this time. */
const PATIENCE_MS = 30_000;

/** Starts this program, by the command that starts it, with a channel for messages. */
export function startOwnProgram(command: readonly string[], cwd: string): OwnProcess {
  const [program = process.execPath, ...args] = command;
  const mark = markProcess();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...mark.variables },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  mark.close();
  const end = () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      endTree(mark.tree, undefined);
    }, PATIENCE_MS);
    child.once("exit", () => clearTimeout(late));
  };
  return { child, end };
}

/** Starts this program so that it outlives this process. Whether it could be started does not matter to the caller. */
export function startOwnProgramApart(command: readonly string[], cwd: string): void {
  const [program = process.execPath, ...args] = command;
  const env = { ...process.env, PATH: absoluteFolders(process.env.PATH ?? "") };
  const child = spawn(program, args, { cwd, env, detached: true, stdio: "ignore" });
  child.once("error", () => undefined);
  child.unref();
}
