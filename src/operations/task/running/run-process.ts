import { type ChildProcess, spawn } from "node:child_process";
import { HoldallError } from "../../../base/errors.ts";
import { runAtExit } from "../../../disk/exit-cleanup.ts";

/** A program to run. */
export interface ProcessOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment: nothing else is passed on. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs: number;
}

/** How a program ended. */
export interface ProcessEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
  /** The end of what it printed. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Characters of each stream that are kept; the end says most. */
const KEPT = 64 * 1024;

/**
 * Runs a program in a process group of its own and waits for its end. At the time limit, and when this process
 * ends, the whole group is ended.
 */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  const started = performance.now();
  const child = spawn(order.command, order.args, {
    cwd: order.cwd,
    env: { ...order.env, PWD: order.cwd },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const forget = runAtExit(() => endGroup(child));
  const [stdout, stderr] = [keepEnd(child.stdout), keepEnd(child.stderr)];
  child.stdin.on("error", () => undefined); // Not every program reads its input.
  child.stdin.end(order.input ?? "");
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    endGroup(child);
  }, order.timeoutMs);
  try {
    const exitCode = await ended(child, order.command);
    const durationMs = Math.round(performance.now() - started);
    return { exitCode, isTimedOut, durationMs, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    endGroup(child); // Children that it left behind.
    forget();
  }
}

function keepEnd(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text = (text + chunk).slice(-KEPT);
  });
  return () => text;
}

function ended(child: ChildProcess, command: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", (error) =>
      reject(new HoldallError("E_IO", `Cannot start ${command}: ${error.message}`)),
    );
    // Not "close": a child that was left behind may keep the pipes open until its group is ended.
    child.on("exit", (code) => setTimeout(() => resolve(code), 20));
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

/** What every program needs to start; no keys, no proxies, nothing of a project. */
const BASE = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL"];

/** A cleaned environment: a few harmless variables, the named ones of the user, and a home. */
export function cleanEnvironment(
  home: string,
  named: readonly string[] = [],
): Record<string, string> {
  const env: Record<string, string> = { HOME: home, TERM: "dumb", NO_COLOR: "1" };
  for (const name of [...BASE, ...named]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
