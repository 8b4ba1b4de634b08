import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer, CalledName } from "./answers.ts";
import { call, isUnreachable, returns } from "./api.ts";

/** How far a call is. While another one runs, the value of the last one stays. */
export interface CallState<Output> {
  readonly value: Output | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** The newest report of a long operation. */
  readonly progress: string;
  /** Ends a call that is under way; the value of the last one stays. */
  readonly cancel: () => void;
  readonly isCancelled: boolean;
  /** Calls again with the same input. */
  readonly reload: () => void;
}

/** What to call; null calls nothing yet. */
export interface Asked<Called extends CalledName> {
  readonly operation: Called;
  readonly input?: object;
  /** Whether reports of progress are wanted. */
  readonly isLong?: boolean;
  /** Milliseconds to wait for further changes, as for what is being typed. */
  readonly delay?: number;
}

/** Calls an operation now and whenever its input changes; a call that nobody waits for is aborted. */
export function useCall<Called extends CalledName>(
  asked: Asked<Called> | null,
): CallState<Answer<Called>> {
  const [state, setState] = useState({
    value: null as Answer<Called> | null,
    error: null as unknown,
    isLoading: asked !== null,
    progress: "",
    isCancelled: false,
  });
  const running = useRef<AbortController | null>(null);
  const [turn, setTurn] = useState(0);
  const latest = useRef(asked);
  latest.current = asked;
  const key = JSON.stringify(asked);
  useEffect(() => {
    const current = latest.current;
    if (current === null) {
      setState({ ...ENDED, value: null, error: null });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setState((earlier) => ({ ...earlier, ...ENDED, isLoading: true, error: null }));
    const onProgress = (progress: string) => setState((earlier) => ({ ...earlier, progress }));
    const start = () =>
      call(current.operation, current.input, {
        signal: controller.signal,
        ...(current.isLong ? { onProgress } : {}),
      }).then(
        (value) => {
          if (controller.signal.aborted) return;
          setState({ ...ENDED, value, error: null });
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setState((earlier) => ({ ...earlier, ...ENDED, error }));
        },
      );
    const timer = setTimeout(start, current.delay ?? 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, turn]);
  useEffect(() => {
    if (isUnreachable(state.error)) setTurn((last) => last + 1);
  }, [returns.value]);
  const cancel = () => {
    running.current?.abort();
    setState((earlier) => ({ ...earlier, ...ENDED, isCancelled: true }));
  };
  return { ...state, cancel, reload: () => setTurn((last) => last + 1) };
}

const ENDED = { isLoading: false, progress: "", isCancelled: false };
