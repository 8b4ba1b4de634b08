import { useRef, useState } from "preact/hooks";
import { formatNumber } from "../base/text/format-count.ts";
import type { Answer, CalledName } from "./answers.ts";
import { call } from "./api.ts";

/** A change that someone asked for: whether it runs, what it did, why it failed. */
export interface Action {
  readonly isRunning: boolean;
  readonly done: string | null;
  readonly error: unknown;
  /** The newest report of an operation that was asked for them. */
  readonly progress: string;
  /** Ends the operation that runs. */
  readonly cancel: () => void;
  /** Calls an operation; `report` says what it did, in the past tense, or throws what its result refuses. */
  readonly run: <Called extends CalledName>(
    operation: Called,
    input: object,
    report: (output: Answer<Called>) => string,
    options?: { readonly isLong: boolean },
  ) => Promise<void>;
  /** Calls an operation with each input, one after another, until one fails; `report` says what was done to how many. */
  readonly runMany: (
    operation: CalledName,
    inputs: readonly object[],
    report: (count: number) => string,
  ) => Promise<void>;
}

/** Runs changes one after another and keeps how the last one ended; `onDone` follows each that succeeded. */
export function useAction(onDone: () => void): Action {
  const [state, setState] = useState({
    isRunning: false,
    done: null as string | null,
    error: null as unknown,
  });
  const [progress, setProgress] = useState("");
  const running = useRef<AbortController | null>(null);
  const run: Action["run"] = async (operation, input, report, { isLong } = { isLong: false }) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const options = isLong ? { signal, onProgress: setProgress } : { signal };
    setProgress("");
    setState({ isRunning: true, done: null, error: null });
    try {
      const done = report(await call(operation, input, options));
      setState({ isRunning: false, done, error: null });
      onDone();
    } catch (error) {
      setState({ isRunning: false, done: null, error: signal.aborted ? null : error });
      if (signal.aborted) onDone();
    }
  };
  const runMany: Action["runMany"] = async (operation, inputs, report) => {
    setState({ isRunning: true, done: null, error: null });
    let count = 0;
    let error: unknown = null;
    try {
      for (const input of inputs) {
        setProgress(`${formatNumber(count)} of ${formatNumber(inputs.length)}`);
        await call(operation, input);
        count++;
      }
    } catch (failure) {
      error = failure;
    }
    setState({ isRunning: false, done: count === 0 ? null : report(count), error });
    onDone();
  };
  return { ...state, progress, cancel: () => running.current?.abort(), run, runMany };
}
