import type { NoStart } from "./no-start.ts";

/** Errors of one agent in a row after which no further run of it is started. */
const ERRORS_IN_A_ROW = 3;

/** Keeps an agent that cannot work, for example without a login, from failing all night. */
export interface Breaker {
  /** Takes a run that has ended. */
  add(run: { readonly tool: string; readonly error: { readonly kind: string } | null }): void;
  /** Why no further run of an agent is started; null while one may be. */
  reasonToStop(run: { readonly tool: string }): NoStart | null;
}

/** Counts the errors that were not an agent's fault, since its last run without one. */
export function createBreaker(): Breaker {
  const inRow = new Map<string, number>();
  return {
    add({ tool, error }) {
      inRow.set(tool, error === null ? 0 : (inRow.get(tool) ?? 0) + 1);
    },
    reasonToStop({ tool }) {
      const errors = inRow.get(tool) ?? 0;
      if (errors < ERRORS_IN_A_ROW) return null;
      const reason = `errors outside the agent ended the last ${errors} runs of ${tool}`;
      return {
        reason,
        cure: "mend what the errors name, then run the command again with --retry errors",
      };
    },
  };
}
