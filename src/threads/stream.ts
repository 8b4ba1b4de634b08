import type { StreamName } from "../model/event.ts";

/** The stream of a thread. */
export function streamOf(thread_id: string): StreamName {
  return `continuity:${thread_id}`;
}

/** The stream of a run. */
export function runStreamOf(run_session_id: string): StreamName {
  return `session:${run_session_id}`;
}
