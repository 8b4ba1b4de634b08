import type { StreamName } from "../model/event.ts";

/** The stream of a thread. The prefixes are the stream kinds of the rip log format. */
export function threadStream(thread_id: string): StreamName {
  return `continuity:${thread_id}`;
}

/** The stream of a run. */
export function runStream(run_session_id: string): StreamName {
  return `session:${run_session_id}`;
}
