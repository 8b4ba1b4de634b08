/** A run as far as its progress counts. */
export interface ProgressRun {
  readonly id: string;
  readonly tool: string;
  readonly task: string;
  readonly attempt: number;
}

/** How a run ended. */
export interface EndedRun {
  /** Null for one that was not judged or did not run. */
  readonly status: string | null;
  /** Whether something outside the agent ended it. */
  readonly hasError: boolean;
  /** The time that it took; null for one that did not run. */
  readonly ms: number | null;
}

/** How far the runs of a command are. */
export interface RunProgress {
  readonly planned: readonly ProgressRun[];
  /** Runs that ended, by id. */
  readonly ended: ReadonlyMap<string, EndedRun>;
  /** Runs under way, with the time they have taken. */
  readonly running: ReadonlyMap<string, { readonly ms: number }>;
  /** Runs at the same time. */
  readonly jobs: number;
  /** The time limit of one run. */
  readonly limitMs: number;
}
