import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";

const MAX_OUTPUT = 64 * 1024;

/** How ssh-keygen is run. */
export interface SshKeygenOptions {
  /** Whether a person at a terminal can be asked for a passphrase or a touch. */
  readonly interactive: boolean;
  /** Milliseconds after which the program is killed. */
  readonly timeLimit?: number;
  /** The program to run (default: ssh-keygen on the path). */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What ssh-keygen is to sign. */
interface Request {
  readonly keyPath: string;
  readonly namespace: string;
  readonly message: Uint8Array;
}

/** The result of a run of the program. */
interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why we killed it; null when it ended by itself. */
  readonly stopped: string | null;
}

/** Creates a signer that runs `ssh-keygen -Y sign`, which handles agents, passphrases and all key types. */
export function createSshKeygenSigner(
  options: SshKeygenOptions,
): (request: Request) => Promise<string> {
  return async ({ keyPath, namespace, message }) => {
    // An absolute path cannot be mistaken for an option. The message goes through a pipe.
    const file = path.resolve(keyPath);
    const args = ["-Y", "sign", "-n", namespace, "-f", file];
    const ending = await runProgram(args, message, options).catch((cause) => {
      throw notStarted(keyPath, cause);
    });
    if (ending.code === 0 && ending.stopped === null) return ending.stdout;
    throw refused(keyPath, ending);
  };
}

async function runProgram(
  args: readonly string[],
  message: Uint8Array,
  options: SshKeygenOptions,
): Promise<ProgramResult> {
  return finish(start(args, options), message, options);
}

function start(args: readonly string[], options: SshKeygenOptions): ChildProcess {
  const env: Record<string, string | undefined> = { ...(options.env ?? process.env), LC_ALL: "C" };
  // Without a terminal no window may pop up, unless the user has set this variable.
  if (!options.interactive) env.SSH_ASKPASS_REQUIRE ??= "never";
  return spawn(options.program ?? "ssh-keygen", args, {
    // At a terminal, the user must see its own messages, such as "touch the device".
    stdio: ["pipe", "pipe", options.interactive ? "inherit" : "pipe"],
    env,
    // In a session of its own it has no terminal, so that it cannot wait at a prompt that nobody sees.
    detached: !options.interactive,
  });
}

function finish(
  child: ChildProcess,
  message: Uint8Array,
  options: SshKeygenOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    let stopped: string | null = null;
    const stop = (why: string) => {
      stopped ??= why;
      end(child, !options.interactive);
    };
    const limit = options.timeLimit ?? (options.interactive ? 120_000 : 20_000);
    const timer = setTimeout(stop, limit, "did not answer in time");
    const stdout = collect(child.stdout, stop);
    const stderr = collect(child.stderr, stop);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: stdout(), stderr: stderr(), stopped });
    });
    // It may end without reading everything; its result explains more than the broken pipe.
    child.stdin?.on("error", () => {});
    child.stdin?.end(message);
  });
}

function collect(from: NodeJS.ReadableStream | null, stop: (why: string) => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  from?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT) stop("printed more than a signature");
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

function end(child: ChildProcess, ownGroup: boolean): void {
  if (child.pid === undefined) return;
  try {
    // The process group includes a program that it started to ask for the passphrase.
    process.kill(ownGroup && process.platform !== "win32" ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // It has already ended by itself.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function notStarted(keyPath: string, cause: unknown): HoldallError {
  return new HoldallError("E_KEY", `Cannot sign with "${keyPath}": ssh-keygen cannot be started`, {
    cure: "install OpenSSH, or use an Ed25519 key without a passphrase",
    cause,
  });
}

function refused(keyPath: string, { code, stopped, stderr }: ProgramResult): HoldallError {
  const lines = stderr.split(/[\r\n]+/).filter((line) => /[A-Za-z]/.test(line));
  const last = lines.at(-1)?.trim();
  const failure = last ? `failed: ${excerpt(last, 200)}` : `failed with exit code ${code}`;
  const locked = !stopped && /passphrase/i.test(stderr);
  const state = locked ? "it is protected by a passphrase" : `ssh-keygen ${stopped ?? failure}`;
  const cure = /UNPROTECTED|too open/.test(stderr)
    ? "make the key file readable by its owner only (chmod 600)"
    : "add the key to an agent with ssh-add, or sign at a terminal";
  return new HoldallError("E_KEY", `Cannot sign with "${keyPath}": ${state}`, { cure });
}
