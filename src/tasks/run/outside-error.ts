import type { EndedProgram, RequestErrorKind } from "../../agents/run-error.ts";
import { lastLine, requestErrorKind } from "../../agents/run-error.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import type { SessionEnd } from "../read/session-end.ts";
import type { RunnableAgent } from "./agent-command.ts";

/** Why a run says nothing about its agent: something outside of its work ended it. */
export interface RunError {
  /** `crash`: its program crashed; `start`: it ended before the model had answered. */
  readonly kind: RequestErrorKind | "crash" | "start";
  /** What the program said, in one line. */
  readonly detail: string;
}

/** What is known of a run that has ended. */
export interface RunEnd {
  /** Null for a program of the user, of which only crashes are known. */
  readonly agent: Pick<RunnableAgent, "findRequestError"> | null;
  readonly end: EndedProgram;
  readonly session: SessionEnd;
  readonly hasChanges: boolean;
}

const MAX_DETAIL_SHOWN = 300;
/** A shell ends with 128 and the number of the signal that ended its program: ILL, ABRT, BUS, FPE, SEGV. */
const CRASHED: ReadonlySet<number> = new Set([132, 134, 135, 136, 139]);
/** A shell could not start its program. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);
/** The last line of a program for Node, and of one in Rust. */
const LAST_LINE = /^Node\.js v\d+\.|panicked at /;

/**
 * What ended a run outside of the agent's work; null when the run counts. A program that exited with 0 has done what it
 * could. One that failed while its last request to the model did, crashed, or ended before the model had
 * answered and anything was changed, says nothing about the agent.
 */
export function outsideError(run: RunEnd): RunError | null {
  const { agent, end, session } = run;
  if (end.exitCode === 0) return null;
  const found = crashOf(end);
  if (found !== null) return found;
  if (agent === null) return null;
  const reported = agent.findRequestError(end);
  // The session has what the program leaves out of its last line, such as the status.
  for (const text of [session.lastError, reported]) {
    const kind = text === null ? null : requestErrorKind(text);
    if (kind !== null) return errorOf(kind, text ?? "");
  }
  if (session.hasAnswered || run.hasChanges) return null;
  const state = end.isTimedOut
    ? "the model had not answered at the time limit"
    : `exit ${end.exitCode}`;
  const message = reported ?? session.lastError ?? lastLine(end.stderr);
  return errorOf("start", message === "" ? state : `${state}: ${message}`);
}

function crashOf({ exitCode, isTimedOut, stderr }: EndedProgram): RunError | null {
  if (isTimedOut) return null;
  const message = lastLine(stderr);
  if (exitCode === null) return errorOf("crash", `ended by a signal${message && `: ${message}`}`);
  if (NOT_STARTED.has(exitCode)) return errorOf("start", message || `exit ${exitCode}`);
  const isCrash = CRASHED.has(exitCode) || LAST_LINE.test(message);
  return isCrash ? errorOf("crash", `exit ${exitCode}: ${message}`) : null;
}

function errorOf(kind: RunError["kind"], text: string): RunError {
  return { kind, detail: excerptLine(text, MAX_DETAIL_SHOWN) };
}
