import type { ComponentChildren } from "preact";
import { Loading } from "../web/components/loading.tsx";
import { Problem } from "../web/components/problem.tsx";
import { isUnreachable } from "./api.ts";
import { isWithoutWorkspace, NoWorkspace } from "./no-workspace.tsx";
import type { CallState } from "./use-call.ts";

/** A call and what to show of its result. */
interface AnsweredProps<Output> {
  readonly answer: CallState<Output>;
  /** What is being waited for: "Reading the state". */
  readonly what: string;
  readonly children: (value: Output) => ComponentChildren;
}

/** A result once it is there, the problem if there is one, and the wait before. */
export function Answered<Output>({ answer, what, children }: AnsweredProps<Output>) {
  const { value, error, isLoading, progress, reload } = answer;
  if (isWithoutWorkspace(error)) return <NoWorkspace />;
  // The frame says that the server has stopped; what was read before stays until it is back.
  if (error !== null && !isUnreachable(error)) return <Problem error={error} onRetry={reload} />;
  if (value === null && error !== null) return null;
  if (value === null) return <Loading what={progress || what} />;
  return (
    <div class="answered" aria-busy={isLoading}>
      {children(value)}
    </div>
  );
}
