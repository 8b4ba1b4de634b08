import { type ChildProcess, spawn } from "node:child_process";
import { endAtExit } from "./end-at-exit.ts";
import { markProcess } from "./process-mark.ts";
import { endTree } from "./process-tree.ts";
import { neutralFolder, type ProgramOrder } from "./program-order.ts";
import { selectVariables } from "./variables.ts";

/** How a program ended. */
export interface ProgramExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly isTimedOut: boolean;
}

/** A program that runs. */
export interface RunningProgram {
  readonly stdin: NodeJS.WritableStream | null;
  readonly stdout: NodeJS.ReadableStream | null;
  /** Null when its messages are shown on the terminal. */
  readonly stderr: NodeJS.ReadableStream | null;
  /** Resolves when it has ended, and all it started; rejects when it could not be started. */
  readonly ended: Promise<ProgramExit>;
  /** Ends it, and all it started. */
  end(): void;
}

/** What a pipe may still contain is read for this long after the end; something may keep it open. */
const DRAIN_MS = 2000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a program with pipes. It ends at its time limit and with this process, and whenever it ends, so does
 * everything that it started.
 */
export function startProgram(order: ProgramOrder): RunningProgram {
  const { program, args, usesTerminal = false } = order;
  const mark = markProcess();
  const child = spawn(program, args, {
    ...placeOf(order, mark.variables),
    stdio: ["pipe", "pipe", usesTerminal ? "inherit" : "pipe", mark.file ?? "ignore"],
    // In a session of its own it has no terminal, so that it cannot wait at a prompt that nobody sees.
    detached: !usesTerminal,
  });
  mark.close();
  let isTimedOut = false;
  const end = () => {
    endTree(mark.tree, child.pid);
    child.kill("SIGKILL");
  };
  const forget = endAtExit(end);
  const timer = setTimeout(
    () => {
      isTimedOut = true;
      end();
    },
    Math.min(order.timeoutMs, MAX_TIMER_MS),
  );
  const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const ended = exitOf(child)
    .finally(() => {
      clearTimeout(timer);
      endTree(mark.tree, child.pid);
      forget();
    })
    .then(async (exit) => {
      const late = setTimeout(() => closePipes(child), DRAIN_MS);
      await closed.finally(() => clearTimeout(late));
      return { ...exit, isTimedOut };
    });
  child.stdin?.on("error", () => undefined); // Not every program reads its input.
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended, end };
}

/** The folder and the complete environment of a program. */
export function placeOf(order: ProgramOrder, mark: Readonly<Record<string, string>>) {
  const { variables, from, set, cwd = neutralFolder() } = order;
  return { cwd, env: { ...selectVariables(variables, from), ...set, ...mark, PWD: cwd } };
}

function exitOf(child: ChildProcess): Promise<Omit<ProgramExit, "isTimedOut">> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // Not "close": what it started may keep the pipes open until it is ended.
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

function closePipes({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}
