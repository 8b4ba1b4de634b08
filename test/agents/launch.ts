/** Starts a program of another maker, waits for its end, and leaves nothing of it running. */
import { type ChildProcess, spawn } from "node:child_process";
import { endMarked, MARK, newMark } from "../../scripts/marked-processes.ts";

/** What to start, where and with what. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing of ours is passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** What the program reads on its standard input, which is otherwise empty. */
  readonly input?: string;
  readonly limitMs?: number;
  /** Interrupts the program, as Ctrl-C would, when this resolves. */
  readonly interruptAfter?: Promise<void>;
}

/** How a program ended. */
export interface Ended {
  /** Null when a signal or the time limit ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
}

const LIMIT_MS = 120_000;
const PATIENCE_MS = 5_000;
const MAX_OUTPUT = 4 << 20;

/**
 * Runs a program to its end, or to its time limit. It carries the mark of the run that it belongs to, so that it ends with
 * that run even where the test that waits for it was killed.
 */
export async function launch(what: Launch): Promise<Ended> {
  const mark = newMark();
  const child = spawn(what.command, what.args, {
    cwd: what.cwd,
    env: { ...what.env, PWD: what.cwd, [MARK]: mark },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // A process group of its own, so that its children can be ended with it.
  });
  const output = { stdout: gather(child.stdout), stderr: gather(child.stderr) };
  child.stdin?.on("error", () => undefined); // Not every program reads it.
  child.stdin?.end(what.input ?? "");
  const timers: NodeJS.Timeout[] = [];
  let isTimedOut = false;
  const stop = (after: number): void => {
    const timer = setTimeout(() => {
      isTimedOut = true;
      signalGroup(child, "SIGKILL");
    }, after);
    timers.push(timer);
  };
  stop(what.limitMs ?? LIMIT_MS);
  what.interruptAfter?.then(() => {
    signalGroup(child, "SIGINT");
    stop(PATIENCE_MS);
  });
  const code = await ending(child);
  for (const timer of timers) clearTimeout(timer);
  signalGroup(child, "SIGKILL");
  endMarked(mark);
  return { code, stdout: output.stdout(), stderr: output.stderr(), isTimedOut };
}

function gather(stream: NodeJS.ReadableStream | null): () => string {
  let output = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    if (output.length < MAX_OUTPUT) output += chunk;
  });
  return () => output;
}

function ending(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // Not "close": a left-over child may keep the pipes open until it is ended below.
    child.on("exit", (code) => setTimeout(() => resolve(code), 50));
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended already.
  }
}
