import { secondsBetween } from "../workspace/time.ts";
import type { RequestRow } from "./tables/rows.ts";

/** The state of a request relative to its promised time. */
export const slaClasses = ["ok", "at_risk", "breached"] as const;
/** The state of a request relative to its promised time. */
export type SlaClass = (typeof slaClasses)[number];

/** When a request last became pending, and when it was accepted. */
export interface RequestClock {
  readonly pending_since: string | null;
  readonly accepted_at: string | null;
}

/** From 80 % of the allowed time on a request is at risk; beyond 100 % its promise is broken. */
export function classify(elapsed: number, allowed: number): SlaClass {
  if (elapsed > allowed) return "breached";
  return elapsed * 5 >= allowed * 4 ? "at_risk" : "ok";
}

/**
 * The class of the clock that runs: the response while a request is pending, the completion once it is
 * accepted. Time in which a request is deferred does not count. Where nobody promised anything, a request leaves the queue
 * within a working day and is done when it is due.
 */
export function slaOf(
  request: RequestRow,
  { pending_since, accepted_at }: RequestClock,
  { now, responseSeconds }: { readonly now: string; readonly responseSeconds: number | null },
): SlaClass {
  if (request.status === "pending") {
    const since = later(request.available_at, pending_since ?? request.available_at);
    const promised = request.sla_response_seconds ?? responseSeconds;
    return promised === null
      ? classify(workingSeconds(since, now), DAY)
      : classify(secondsBetween(since, now), promised);
  }
  const { sla_completion_seconds: seconds, due_at } = request;
  if (request.status !== "accepted" || accepted_at === null) return "ok";
  const allowed = seconds ?? (due_at === null ? null : secondsBetween(accepted_at, due_at));
  return allowed === null ? "ok" : classify(secondsBetween(accepted_at, now), allowed);
}

const DAY = 86_400;

/** Seconds between two times without Saturdays and Sundays, in UTC. */
function workingSeconds(from: string, to: string): number {
  const end = Date.parse(to) / 1000;
  let sum = 0;
  for (let at = Date.parse(from) / 1000; at < end && sum <= DAY; ) {
    const next = Math.min(end, (Math.floor(at / DAY) + 1) * DAY);
    const weekday = new Date(at * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) sum += next - at;
    at = next;
  }
  return sum;
}

/** Times have one spelling, so that the later one is the greater text. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}
