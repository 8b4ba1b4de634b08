/** What an operation gets from the command line, and how the program ends on a signal. */

import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { printable } from "../base/text/text.ts";
import { requirePath } from "../disk/require-file.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { Parsed } from "./arguments.ts";
import { fitLines } from "./fit-lines.ts";
import { createTerminal, type Progress } from "./terminal.ts";

const INTERRUPTED = 130;

/** What surrounds an operation that is run from the command line. */
interface Around extends Pick<OperationContext, "emit" | "signal"> {
  readonly progress: Progress;
}

/** What an operation gets from the command line. */
export function contextFor(
  globals: Parsed["globals"],
  { progress, signal, emit }: Around,
): OperationContext {
  // Two ways to find a session meet the same damaged file.
  let lastNote = "";
  return {
    cwd: startFolder(globals.directory),
    roots: null,
    now: clock(globals.now),
    keepsLists: true,
    fetchesAddresses: true,
    // A getter, because touching process.stdin loads a stream.
    get interactive() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true;
    },
    signal,
    progress: (text) => progress.show(text.split("\n").map(printable).join("\n")),
    note: (text) => {
      progress.clear();
      if (!globals.quiet && text !== lastNote) writeNote(text);
      lastNote = text;
    },
    incoming: () => process.stdin,
    emit,
  };
}

/** At most as wide as the terminal, as results are. */
function writeNote(text: string): void {
  const width = process.stderr.isTTY ? createTerminal(process.stderr, false).width : null;
  process.stderr.write(`${fitLines(printable(text).split("\n"), width).join("\n")}\n`);
}

/** The folder that relative paths start from. */
function startFolder(directory: string | null): string {
  if (directory === null) return process.cwd();
  const absolute = path.resolve(directory);
  const stat = requirePath({ absolute, typed: directory, doing: "start in" });
  if (stat.isDirectory()) return absolute;
  throw new HoldallError("E_NOT_FOUND", `Cannot start in "${directory}": it is not a folder`);
}

/** A day, or a time with its offset: `new Date` alone accepts nearly anything. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i;

function clock(now: string | null): () => Date {
  if (now === null) return () => new Date();
  const date = new Date(now);
  if (!TIME.test(now) || Number.isNaN(date.getTime())) {
    throw new HoldallError("E_USAGE", `Cannot use --now "${now}": not a time`, {
      cure: "write it as 2026-01-31T09:00:00Z",
    });
  }
  return () => date;
}

/** How the program ends on a signal. */
interface Ending {
  readonly signal: AbortSignal;
  /** From now on a signal is the normal end, as for a server, and not a failure. */
  expectStop(): void;
  /** From now on the first signal lets the work end by itself; a second one ends the program at once. */
  awaitEnd(): void;
}

/** Ends the program on a signal, with the right exit code. */
export function endOnSignals(progress: Progress): Ending {
  const abort = new AbortController();
  let stopped = INTERRUPTED;
  let awaitsEnd = false;
  // A closed terminal must not leave partial results either.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const isFirst = !abort.signal.aborted;
      abort.abort();
      if (awaitsEnd && isFirst) return;
      if (signal === "SIGINT") progress.clear();
      // Ends at once: whatever was being built is temporary and goes with the process.
      process.exit(stopped);
    });
  }
  return {
    signal: abort.signal,
    expectStop: () => {
      stopped = 0;
    },
    awaitEnd: () => {
      awaitsEnd = true;
    },
  };
}
