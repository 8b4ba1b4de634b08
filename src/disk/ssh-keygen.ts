import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";
import { type ProgramResult, runProgram } from "../programs/run-program.ts";
import { DESKTOP, SSH, type Variables } from "../programs/variables.ts";

const MAX_OUTPUT = 64 * 1024;

/** How ssh-keygen is run. */
export interface SshKeygenOptions {
  /** Whether a person at a terminal can be asked for a passphrase or a touch. */
  readonly interactive: boolean;
  /** Milliseconds after which the program is killed. */
  readonly timeLimit?: number;
  /** The program to run (default: ssh-keygen on the path). */
  readonly program?: string;
  readonly env?: Variables;
}

/** What ssh-keygen is to sign. */
interface Request {
  readonly keyPath: string;
  readonly namespace: string;
  readonly message: Uint8Array;
}

/** Creates a signer that runs `ssh-keygen -Y sign`, which handles agents, passphrases and all key types. */
export function createSshKeygenSigner(
  options: SshKeygenOptions,
): (request: Request) => Promise<string> {
  return async ({ keyPath, namespace, message }) => {
    // An absolute path cannot be mistaken for an option. The message goes through a pipe.
    const file = path.resolve(keyPath);
    const args = ["-Y", "sign", "-n", namespace, "-f", file];
    const ending = await run(args, message, options).catch((cause) => {
      throw notStarted(keyPath, cause);
    });
    if (ending.exitCode === 0) return ending.stdout.toString("utf8");
    throw refused(keyPath, ending);
  };
}

/** What it needs to ask for a passphrase, at a terminal or in a window, and to reach the user's keys. */
const VARIABLES = [...SSH, ...DESKTOP, "TERM"];

function run(
  args: readonly string[],
  message: Uint8Array,
  { interactive, program = "ssh-keygen", env = process.env, timeLimit }: SshKeygenOptions,
): Promise<ProgramResult> {
  // Without a terminal no window may pop up, unless the user has set this variable.
  const mayAsk = interactive || env.SSH_ASKPASS_REQUIRE !== undefined;
  return runProgram({
    program,
    args,
    variables: VARIABLES,
    from: env,
    set: { LC_ALL: "C", ...(mayAsk ? {} : { SSH_ASKPASS_REQUIRE: "never" }) },
    timeoutMs: timeLimit ?? (interactive ? 120_000 : 20_000),
    input: message,
    // At a terminal, the user must see its own messages, such as "touch the device".
    usesTerminal: interactive,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "end",
  });
}

function notStarted(keyPath: string, cause: unknown): HoldallError {
  return new HoldallError("E_KEY", `Cannot sign with "${keyPath}": ssh-keygen cannot be started`, {
    cure: "install OpenSSH, or use an Ed25519 key without a passphrase",
    cause,
  });
}

function refused(keyPath: string, result: ProgramResult): HoldallError {
  const { exitCode, isTimedOut, isTooLong } = result;
  const stderr = result.stderr.toString("utf8");
  const stopped = isTimedOut
    ? "did not answer in time"
    : isTooLong
      ? "printed more than a signature"
      : null;
  const lines = stderr.split(/[\r\n]+/).filter((line) => /[A-Za-z]/.test(line));
  const last = lines.at(-1)?.trim();
  const failure = last ? `failed: ${excerpt(last, 200)}` : `failed with exit code ${exitCode}`;
  const locked = !stopped && /passphrase/i.test(stderr);
  const state = locked ? "it is protected by a passphrase" : `ssh-keygen ${stopped ?? failure}`;
  const cure = /UNPROTECTED|too open/.test(stderr)
    ? "make the key file readable by its owner only (chmod 600)"
    : "add the key to an agent with ssh-add, or sign at a terminal";
  return new HoldallError("E_KEY", `Cannot sign with "${keyPath}": ${state}`, { cure });
}
