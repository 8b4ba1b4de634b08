/** Why a run is not started, and what to do so that it is. */
export interface NoStart {
  readonly reason: string;
  readonly cure: string;
}

/** What is enough where nothing else is in the way. */
export const REPEAT = "repeat the command; finished runs are not run again";
