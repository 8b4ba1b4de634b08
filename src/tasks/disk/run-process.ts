import { HoldallError } from "../../base/errors.ts";
import { type ProgramResult, runProgram } from "../../programs/run-program.ts";

/** A program to run on the files of a task. */
export interface ProcessOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Names of variables of the user's environment that it gets besides those that every program gets. */
  readonly variables: readonly string[];
  /** Variables with a value of ours. */
  readonly set: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs: number;
  /** Ends it, with everything that it started. */
  readonly signal?: AbortSignal | undefined;
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

/** Bytes of each stream that are kept; the end says most. */
export const MAX_OUTPUT_BYTES = 64 * 1024;

/** Variables for output without colours. */
export const plainOutput = { TERM: "dumb", NO_COLOR: "1" };

/** Runs a program in a folder and waits for its end; nothing that it started outlives it. */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  const { command, set, signal, ...rest } = order;
  const stopped = () => new HoldallError("E_INTERRUPTED", `${command} was stopped`);
  if (signal?.aborted) throw stopped();
  const result = await runProgram({
    ...rest,
    program: command,
    set: { ...plainOutput, ...set },
    maxOutput: MAX_OUTPUT_BYTES,
    onMoreOutput: "keep-newest",
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: Error) => {
    if (signal?.aborted) throw stopped();
    throw new HoldallError("E_IO", `Cannot start ${command}: ${error.message}`);
  });
  return endOfProgram(result);
}

/** How a program ended, with its output as text. */
export function endOfProgram(result: ProgramResult): ProcessEnd {
  const { exitCode, isTimedOut, durationMs, stdout, stderr } = result;
  return {
    exitCode,
    isTimedOut,
    durationMs,
    stdout: stdout.toString("utf8"),
    stderr: stderr.toString("utf8"),
  };
}
