import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { runProgram } from "../run-program.ts";
import { DESKTOP, SSH } from "../variables.ts";
import type { SshPlace } from "./ssh-place.ts";

const MAX_OUTPUT = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 24 * 60 * 60 * 1000;

/** One connection to another machine at a time, by the user's own ssh. */
export interface Sftp {
  /**
   * Runs commands until one fails; one that begins with `-` may fail. Returns what they printed. `onCommand` is called
   * whenever one begins, with its number.
   */
  run(
    commands: readonly string[],
    onCommand?: (number: number) => void,
  ): Promise<readonly string[]>;
}

/** Reaches another machine with the user's own `sftp`: with their keys, hosts and settings. */
export function createSftp(
  { host, port }: SshPlace,
  { interactive, signal }: { readonly interactive: boolean; readonly signal: AbortSignal },
): Sftp {
  return {
    async run(commands, onCommand) {
      const options = port === null ? [] : ["-P", port];
      // Commands that come from a file would keep ssh from asking for a passphrase.
      const asking = interactive ? ["-oBatchMode=no"] : [];
      const result = await runProgram({
        program: "sftp",
        args: [...asking, ...options, "-b", "-", "--", host],
        variables: [...SSH, ...DESKTOP, "TERM"],
        set: { LC_ALL: "C" },
        timeoutMs: TIME_LIMIT_MS,
        input: `${commands.join("\n")}\n`,
        maxOutput: MAX_OUTPUT,
        onMoreOutput: "end",
        usesTerminal: false,
        signal,
        ...(onCommand && { onOutput: commandCounter(onCommand) }),
      }).catch((cause) => {
        throw failed(host, cause instanceof Error ? cause.message : "", cause);
      });
      if (result.exitCode !== 0 || result.isTooLong) {
        throw failed(host, result.stderr.toString("utf8").trim().replaceAll(/\s+/g, " "));
      }
      const lines = result.stdout.toString("utf8").split("\n");
      return lines.filter((line) => !line.startsWith(PROMPT));
    },
  };
}

/** What sftp prints before each command that it runs. */
const PROMPT = "sftp> ";

/** Counts the commands that have begun. */
function commandCounter(onCommand: (number: number) => void): (chunk: Buffer) => void {
  let count = 0;
  return (chunk) => {
    const begun = chunk.toString("latin1").split(PROMPT).length - 1;
    if (begun === 0) return;
    count += begun;
    onCommand(count - 1);
  };
}

function failed(host: string, state: string, cause?: unknown): HoldallError {
  const message = `Cannot reach "${host}" by sftp: ${excerpt(state, 300) || "it did not finish"}`;
  return new HoldallError("E_IO", message, {
    cause,
    cure: `check that \`sftp ${host}\` works, and try again: what was copied stays`,
  });
}

/** A path in a command. A line feed in it would begin another command, and one with `!` runs a program here. */
export function quoted(path: string): string {
  if (/\p{Cc}/u.test(path)) {
    throw new HoldallError(
      "E_PATH",
      `A name for sftp has a control character: ${excerpt(path, 200)}`,
      {
        cure: "rename it, or carry the bundle in another way, as through git",
      },
    );
  }
  return `"${path.replaceAll(/["\\]/g, "\\$&")}"`;
}
