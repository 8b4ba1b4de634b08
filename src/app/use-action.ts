import { useState } from "preact/hooks";
import type { Answer, CalledName } from "./answers.ts";
import { call } from "./api.ts";

/** A change that someone asked for: whether it runs, what it did, why it failed. */
export interface Action {
  readonly isRunning: boolean;
  readonly done: string | null;
  readonly error: unknown;
  /** Calls an operation; `report` says what it did, in the past tense, or throws what its result refuses. */
  readonly run: <Called extends CalledName>(
    operation: Called,
    input: object,
    report: (output: Answer<Called>) => string,
  ) => Promise<void>;
}

/** Runs changes one after another and keeps how the last one ended; `onDone` follows each that succeeded. */
export function useAction(onDone: () => void): Action {
  const [state, setState] = useState({
    isRunning: false,
    done: null as string | null,
    error: null as unknown,
  });
  const run: Action["run"] = async (operation, input, report) => {
    setState({ isRunning: true, done: null, error: null });
    try {
      const done = report(await call(operation, input));
      setState({ isRunning: false, done, error: null });
      onDone();
    } catch (error) {
      setState({ isRunning: false, done: null, error });
    }
  };
  return { ...state, run };
}
