import path from "node:path";
import { pathToFileURL } from "node:url";
import { startHoldall } from "./program.ts";

// As an address: a space in the path would end the option.
const preload = pathToFileURL(path.join(import.meta.dirname, "halt-at-write.ts")).href;

/** Where the program is started, and what ends or pauses it. */
export interface HaltedStart {
  readonly cwd: string;
  readonly store?: string | undefined;
  /** Before which change of a file whose path contains a text the process is ended or paused. */
  readonly halt?: {
    readonly at: number;
    readonly in: string;
    readonly with?: "SIGKILL" | "SIGSTOP";
    /** A file that is created before a pause. */
    readonly mark?: string;
  };
  /** Lists the changes of files whose path contains a text; copies folders before each, when they are named. */
  readonly watch?: {
    readonly in: string;
    readonly log: string;
    readonly copies?: { readonly to: string; readonly from: readonly string[] };
  };
}

/** Starts the program. `ended` is its exit code; null when it was killed. */
export function startHalted({ cwd, store, halt, watch }: HaltedStart, args: readonly string[]) {
  const where = store === undefined ? [] : ["--store", store];
  const env = (halt ?? watch) && {
    NODE_OPTIONS: `--import=${preload}`,
    HALT_IN: halt?.in ?? watch?.in,
    ...(halt && { HALT_AT: String(halt.at), HALT_WITH: halt.with ?? "SIGKILL" }),
    HALT_MARK: halt?.mark,
    ...(watch && { HALT_LOG: watch.log, HALT_COPY: watch.copies?.to }),
    HALT_FROM: JSON.stringify(watch?.copies?.from ?? []),
  };
  const child = startHoldall([...args, ...where], { cwd, ...(env && { env }) });
  let problems = "";
  child.stdout?.resume();
  child.stderr?.on("data", (piece) => {
    problems += String(piece);
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, problems: () => problems };
}
