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
 * accepted. Time in which a request is deferred does not count.
 */
export function slaOf(
  request: RequestRow,
  { pending_since, accepted_at }: RequestClock,
  { now, responseSeconds }: { readonly now: string; readonly responseSeconds: number },
): SlaClass {
  if (request.status === "pending") {
    const since = later(request.available_at, pending_since ?? request.available_at);
    return classify(secondsBetween(since, now), request.sla_response_seconds ?? responseSeconds);
  }
  const { sla_completion_seconds: allowed } = request;
  if (request.status !== "accepted" || allowed === null || accepted_at === null) return "ok";
  return classify(secondsBetween(accepted_at, now), allowed);
}

/** Times have one spelling, so that the later one is the greater text. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}
