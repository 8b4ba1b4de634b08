import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, CalledName } from "./answers.ts";
import { call } from "./api.ts";

/** How far a call is. While another one runs, the value of the last one stays. */
export interface CallState<Output> {
  readonly value: Output | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** The newest report of a long operation. */
  readonly progress: string;
  /** Calls again with the same input. */
  readonly reload: () => void;
}

/** What to call; null calls nothing yet. */
export interface Asked<Called extends CalledName> {
  readonly words: Called;
  readonly input?: object;
  /** Whether reports of progress are wanted. */
  readonly isLong?: boolean;
  /** Milliseconds to wait for further changes, as for what is being typed. */
  readonly delay?: number;
}

/** Calls an operation now and whenever its input changes; a call that nobody waits for is aborted. */
export function useCall<Called extends CalledName>(
  asked: Asked<Called> | null,
): CallState<Answers[Called]> {
  const [state, setState] = useState({
    value: null as Answers[Called] | null,
    error: null as unknown,
    isLoading: asked !== null,
    progress: "",
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(asked);
  latest.current = asked;
  const key = JSON.stringify(asked);
  useEffect(() => {
    const current = latest.current;
    if (current === null) {
      setState({ value: null, error: null, isLoading: false, progress: "" });
      return;
    }
    const controller = new AbortController();
    setState((earlier) => ({ ...earlier, isLoading: true, error: null, progress: "" }));
    const onProgress = (progress: string) => setState((earlier) => ({ ...earlier, progress }));
    const start = () =>
      call(current.words, current.input, {
        signal: controller.signal,
        ...(current.isLong ? { onProgress } : {}),
      }).then(
        (value) => {
          if (controller.signal.aborted) return;
          setState({ value, error: null, isLoading: false, progress: "" });
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setState((earlier) => ({ ...earlier, error, isLoading: false, progress: "" }));
        },
      );
    const timer = setTimeout(start, current.delay ?? 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, turn]);
  return { ...state, reload: () => setTurn((last) => last + 1) };
}
